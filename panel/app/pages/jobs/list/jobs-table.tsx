import { Table } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { memo, type ReactElement, type ReactNode, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { Sparkline } from "../../../ui/chart/sparkline.tsx";
import { openRow } from "../../../ui/table/open-row.ts";
import { TickAll } from "../../../ui/table/selection-bar.tsx";
import { SkeletonRows } from "../../../ui/table/skeleton-rows.tsx";
import { SortHead } from "../../../ui/table/sort-head.tsx";
import { TickBox } from "../../../ui/table/tick-box.tsx";
import { useRowsInParts } from "../../../ui/table/use-rows-in-parts.ts";
import { useKeptScroll } from "../../../ui/table/use-kept-scroll.ts";
import { useTicks } from "../../../ui/table/use-ticks.ts";
import { LastRun } from "../parts/last-run.tsx";
import { NextRun } from "../parts/next-run.tsx";
import { Schedule } from "../parts/schedule.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobName } from "./job-name.tsx";
import { useJobsSearchChange } from "./jobs-filter.tsx";
import { type JobsSearch } from "./jobs-search.ts";
import { JobsSelection } from "./jobs-selection.tsx";
import { RECENT, type RunBar, useRecentRuns } from "./use-recent-runs.ts";

const route = getRouteApi("/jobs");
const NONE: readonly Job[] = [];
const keyOf = ({ key }: Job): string => key;

export interface JobsTableProps {
  readonly jobs: readonly Job[];
  /** In place of the table where there are none; what is being done with jobs that were ticked stays open. */
  readonly empty: ReactNode;
}

export function JobsTable({ jobs, empty }: JobsTableProps): ReactElement {
  const { t } = useTranslation();
  const { sort } = route.useSearch();
  const change = useJobsSearchChange();
  const keys = jobs.map(({ key }) => key);
  const ticks = useTicks(keys);
  const recentOf = useRecentRuns(keys);
  // Drawn between what else the page does.
  const shown = useRowsInParts(useDeferredValue(jobs, NONE), keyOf);
  useKeptScroll(jobs.length > 0 && shown.length === jobs.length);
  const sorting = {
    sort,
    onSort: (next: string | undefined) => change({ sort: next as JobsSearch["sort"] }),
  };
  const table = (
    <>
      <Table className="data-table list-table" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className="tick">
              <TickAll ticks={ticks} count={jobs.length} />
            </Table.Th>
            <SortHead by="name" {...sorting}>
              {t("jobs.job")}
            </SortHead>
            <Table.Th className="wide-cell">{t("jobs.schedule")}</Table.Th>
            <SortHead by="nextFire" {...sorting}>
              {t("jobs.next")}
            </SortHead>
            <SortHead by="latestRun" isDescendingFirst className="wide-cell" {...sorting}>
              {t("jobs.last")}
            </SortHead>
            <Table.Th className="large-cell">{t("jobs.recent")}</Table.Th>
            <Table.Th ta="end">{t("jobs.actions")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody data-opens onClick={openRow}>
          {shown.map((job) => (
            <JobRow
              key={job.key}
              job={job}
              recent={recentOf(job.key)}
              isTicked={ticks.has(job.key)}
              onTick={ticks.tick}
            />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length === 0 && <SkeletonRows />}
    </>
  );
  return (
    <>
      {jobs.length === 0 ? empty : table}
      <JobsSelection ticks={ticks} jobs={jobs} />
    </>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly recent: readonly RunBar[];
  readonly isTicked: boolean;
  readonly onTick: (key: string, isTicked: boolean) => void;
}

/** Drawn again only where something of this job changed. */
const JobRow = memo(function JobRow({ job, recent, isTicked, onTick }: JobRowProps): ReactElement {
  const { t } = useTranslation();
  return (
    <tr data-row={job.key} data-ticked={isTicked || undefined}>
      <td className="tick">
        <TickBox
          label={t("jobs.select", { name: job.options.name })}
          isTicked={isTicked}
          onTick={(ticked) => onTick(job.key, ticked)}
        />
      </td>
      <JobCells job={job} recent={recent} />
    </tr>
  );
});

/** Not drawn again where its row is ticked. */
const JobCells = memo(function JobCells({ job, recent }: Pick<JobRowProps, "job" | "recent">): ReactElement {
  return (
    <>
      <td className="job-cell">
        <JobName job={job} />
      </td>
      <td className="schedule wide-cell">
        <Schedule job={job} />
      </td>
      <td>
        <NextRun job={job} />
      </td>
      <td className="wide-cell">
        <LastRun run={job.latest} />
      </td>
      <td className="large-cell">
        <Sparkline runs={recent} places={RECENT} />
      </td>
      <td>
        <JobActions job={job} />
      </td>
    </>
  );
});

import { Table } from "@mantine/core";
import { memo, type ReactElement, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceEvent, Job } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Sparkline } from "../../ui/sparkline.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobName } from "./job-name.tsx";
import { LastRun } from "./last-run.tsx";
import { NextRun } from "./next-run.tsx";
import { Schedule } from "./schedule.tsx";

/** Fifty reads of an index: often enough to see a run come, seldom enough for a busy scheduler. */
const RECENT_EVERY_MS = 5000;
const RECENT = 12;
const NONE: readonly Job[] = [];
const NO_RUNS: readonly InstanceEvent[] = [];

export function JobsTable({ jobs }: { readonly jobs: readonly Job[] }): ReactElement {
  const { t } = useTranslation();
  const recent = useApi(
    "listRecentRuns",
    { query: { jobKey: jobs.map(({ key }) => key), limit: RECENT } },
    { everyMs: RECENT_EVERY_MS, keepPrevious: true },
  );
  // Drawn between what else the page does: fifty rows at once would hold it up.
  const shown = useDeferredValue(jobs, NONE);
  const drawn = useDeferredValue(recent.data);
  const runsOf = new Map(drawn?.items.map(({ jobKey, runs }) => [jobKey, runs]));
  return (
    <Table className="data-table" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("jobs.job")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("jobs.schedule")}</Table.Th>
          <Table.Th>{t("jobs.next")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("jobs.last")}</Table.Th>
          <Table.Th visibleFrom="lg">{t("jobs.recent")}</Table.Th>
          <Table.Th ta="end">{t("jobs.actions")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((job) => (
          <JobRow key={job.key} job={job} recent={runsOf.get(job.key) ?? NO_RUNS} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface JobRowProps {
  readonly job: Job;
  readonly recent: readonly InstanceEvent[];
}

/** Drawn again only where something of this job changed. */
const JobRow = memo(function JobRow({ job, recent }: JobRowProps): ReactElement {
  return (
    <Table.Tr>
      <Table.Td>
        <JobName job={job} />
      </Table.Td>
      <Table.Td visibleFrom="sm" className="schedule">
        <Schedule job={job} />
      </Table.Td>
      <Table.Td>
        <NextRun job={job} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <LastRun run={job.latest} />
      </Table.Td>
      <Table.Td visibleFrom="lg">
        <Sparkline runs={recent} places={RECENT} />
      </Table.Td>
      <Table.Td>
        <JobActions job={job} />
      </Table.Td>
    </Table.Tr>
  );
});

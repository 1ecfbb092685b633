import { Group, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download, Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { useRefusal } from "../../../session/use-may.ts";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { DEFAULT_PAGE_SIZE } from "../../../ui/page/page-size.ts";
import { Page } from "../../../ui/page/page.tsx";
import { Pager } from "../../../ui/page/pager.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { SkipToList } from "../../../ui/table/skip-to-list.tsx";
import { FirstJob } from "./first-job.tsx";
import { JobsFilter } from "./jobs-filter.tsx";
import { isNarrowed, jobsQuery } from "./jobs-search.ts";
import { JobsTable } from "./jobs-table.tsx";
import "../../../ui/table/table.css";

const route = getRouteApi("/jobs");
/** A status or an order may need the latest runs of every job. */
const SLOW_EVERY_MS = 5000;

/** The jobs. */
export function JobsPage(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const isCostly = search.status === "failing" || search.sort?.endsWith("latestRun") === true;
  const jobs = useApi(
    "listJobs",
    { query: jobsQuery(search) },
    { keepPrevious: true, ...(isCostly && { everyMs: SLOW_EVERY_MS }) },
  );
  const mayNotCreate = useRefusal("jobs:create");
  const count = jobs.data?.count;
  return (
    <Page
      title={t(search.work === "task" ? "jobs.workflows" : "jobs.title")}
      aside={
        <Group gap="sm">
          {count !== undefined && (
            <Text size="sm" c="dimmed">
              {t("jobs.count", { count })}
            </Text>
          )}
          <RefusableButton
            refusal={mayNotCreate}
            variant="default"
            leftSection={<Download size={14} />}
            renderRoot={(props) => <Link to="/jobs/+import" {...props} />}
          >
            {t("jobs.import")}
          </RefusableButton>
          <RefusableButton
            refusal={mayNotCreate}
            variant="default"
            leftSection={<Plus size={14} />}
            renderRoot={(props) => <Link to="/jobs/+new" search={{ app: search.app }} {...props} />}
          >
            {t("jobLife.create")}
          </RefusableButton>
        </Group>
      }
    >
      <SkipToList />
      <JobsFilter />
      <QueryView query={jobs}>
        {({ items, nextCursor }) => (
          <>
            <JobsTable
              jobs={items}
              empty={isNarrowed(search) ? <EmptyState title={t("jobs.nothingFound")} /> : <FirstJob />}
            />
            {items.length > 0 && (
              <Pager cursor={search.cursor} nextCursor={nextCursor} size={search.size ?? DEFAULT_PAGE_SIZE} />
            )}
          </>
        )}
      </QueryView>
    </Page>
  );
}

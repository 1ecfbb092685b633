import { Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { JobsFilter } from "./jobs-filter.tsx";
import { JobsTable } from "./jobs-table.tsx";

const route = getRouteApi("/jobs");
const PAGE_SIZE = 50;

/** What can run. */
export function JobsPage(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const jobs = useApi(
    "listJobs",
    { query: { ...search, limit: PAGE_SIZE, count: "capped" } },
    { keepPrevious: true },
  );
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const count = jobs.data?.count;
  return (
    <Page
      title={t("jobs.title")}
      aside={
        count !== undefined && (
          <Text size="sm" c="dimmed">
            {t("jobs.count", { count })}
          </Text>
        )
      }
    >
      <JobsFilter />
      <QueryView query={jobs}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={isFiltered ? t("jobs.nothingFound") : t("jobs.empty")}>
              {!isFiltered && (
                <Text size="sm" c="dimmed">
                  {t("jobs.emptyHint")}
                </Text>
              )}
            </EmptyState>
          ) : (
            <>
              <JobsTable jobs={items} />
              <Pager cursor={search.cursor} nextCursor={nextCursor} />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

import { Anchor, Button, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowUp } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { DEFAULT_PAGE_SIZE } from "../../../ui/page/page-size.ts";
import { Page } from "../../../ui/page/page.tsx";
import { Pager } from "../../../ui/page/pager.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { SkipToList } from "../../../ui/table/skip-to-list.tsx";
import { ExportButton } from "../../exports/export-button.tsx";
import { RunsFilter } from "./runs-filter.tsx";
import { RunsTable } from "./runs-table.tsx";
import { MatchingMenu } from "./matching-menu.tsx";
import { isFiltered } from "./pinned-list.ts";
import { StateChips } from "./state-chips.tsx";
import { usePinnedRuns } from "./use-pinned-runs.ts";
import "./runs.css";

const route = getRouteApi("/runs");
const COUNT_CAP = 10_000;

/** Past, present and future runs. */
export function RunsPage(): ReactElement {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { runs, filter, pin, arrived, showArrived } = usePinnedRuns(search);
  const isNarrowed = isFiltered(search);
  const count = runs.data?.count;
  return (
    <Page
      title={t("instances.title")}
      aside={
        count !== undefined && (
          <Text size="sm" c="dimmed" component="div" className="runs-aside">
            <span role="status" className="runs-arrived">
              {arrived > 0 && (
                <Button
                  size="compact-xs"
                  radius="xl"
                  leftSection={<ArrowUp size={12} aria-hidden="true" />}
                  onClick={showArrived}
                >
                  {t("instances.arrived", { count: arrived })}
                </Button>
              )}
            </span>
            <span>
              {count > COUNT_CAP
                ? t("instances.countCapped", { count: COUNT_CAP })
                : t("instances.count", { count })}
            </span>
            <Anchor size="sm" renderRoot={(props) => <Link to="/runs/+file" {...props} />}>
              {t("instances.openFile")}
            </Anchor>
            <ExportButton filter={filter} />
            <MatchingMenu filter={filter} isNarrowed={isNarrowed} />
          </Text>
        )
      }
    >
      <SkipToList />
      <RunsFilter />
      <StateChips />
      <QueryView query={runs}>
        {({ items, nextCursor }) => (
          <div className="runs-list">
            <RunsTable
              runs={items}
              empty={
                <EmptyState title={isNarrowed ? t("instances.nothingFound") : t("instances.empty")}>
                  {!isNarrowed && (
                    <Text size="sm" c="dimmed">
                      {t("instances.emptyHint")}
                    </Text>
                  )}
                </EmptyState>
              }
            />
            {items.length > 0 && (
              <Pager
                cursor={search.cursor}
                nextCursor={nextCursor}
                size={search.size ?? DEFAULT_PAGE_SIZE}
                pinned={{ pinFrom: pin.from, pinTo: pin.to }}
              />
            )}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

import { Button, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ArrowUp } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { InstancesFilter } from "./instances-filter.tsx";
import { InstancesTable } from "./instances-table.tsx";
import { MatchingMenu } from "./matching-menu.tsx";
import { isFiltered } from "./pinned-list.ts";
import { StateChips } from "./state-chips.tsx";
import { usePinnedRuns } from "./use-pinned-runs.ts";
import "./instances.css";

const route = getRouteApi("/instances");
const COUNT_CAP = 10_000;

/** What ran, runs and will run. */
export function InstancesPage(): ReactElement {
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
            <span>
              {count > COUNT_CAP
                ? t("instances.countCapped", { count: COUNT_CAP })
                : t("instances.count", { count })}
            </span>
            <MatchingMenu filter={filter} isNarrowed={isNarrowed} />
          </Text>
        )
      }
    >
      <InstancesFilter />
      <StateChips />
      <QueryView query={runs}>
        {({ items, nextCursor }) => (
          <div className="runs-list">
            <div role="status" className="runs-arrived">
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
            </div>
            {items.length === 0 ? (
              <EmptyState title={isNarrowed ? t("instances.nothingFound") : t("instances.empty")}>
                {!isNarrowed && (
                  <Text size="sm" c="dimmed">
                    {t("instances.emptyHint")}
                  </Text>
                )}
              </EmptyState>
            ) : (
              <>
                <InstancesTable runs={items} />
                <Pager
                  cursor={search.cursor}
                  nextCursor={nextCursor}
                  pinned={{ pinFrom: pin.from, pinTo: pin.to }}
                />
              </>
            )}
          </div>
        )}
      </QueryView>
    </Page>
  );
}

import { Stack, Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "../../ui/page/page.tsx";
import { DEFAULT_PAGE_SIZE } from "../../ui/page/page-size.ts";
import { IncidentFilters } from "./incident-filters.tsx";
import { IncidentList } from "./incident-list.tsx";
import { IncidentsTab } from "./incidents-search.ts";
import "./incidents.css";

const RuleList = lazy(async () => ({ default: (await import("./settings/rule-list.tsx")).RuleList }));
const RouteList = lazy(async () => ({ default: (await import("./settings/route-list.tsx")).RouteList }));

const SilenceList = lazy(async () => ({
  default: (await import("./settings/silence-list.tsx")).SilenceList,
}));

const HeartbeatList = lazy(async () => ({
  default: (await import("./settings/heartbeat-list.tsx")).HeartbeatList,
}));

const route = getRouteApi("/incidents");
const TABS = Object.values(IncidentsTab);
const OPEN = { state: ["open", "acknowledged"] } as const;

/** The alarms: open ones, those of the reader, past ones, and the rules by which they are raised. */
export function IncidentsPage(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { tab = IncidentsTab.Open, state, search, cursor, size = DEFAULT_PAGE_SIZE } = route.useSearch();
  const isNarrowed = state !== undefined || search !== undefined;
  const page = { cursor, size };
  return (
    <Page title={t("incidents.title")}>
      <Tabs
        value={tab}
        onChange={(chosen) => {
          const next = TABS.find((one) => one === chosen);
          void navigate({ search: { tab: next === IncidentsTab.Open ? undefined : next } });
        }}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t("incidents.tabs")}>
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`incidents.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={IncidentsTab.Open} pt="sm">
          <IncidentFilters
            state={state}
            search={search}
            onChange={(change) =>
              void navigate({ search: (before) => ({ ...before, cursor: undefined, ...change }) })
            }
          />
          <IncidentList
            query={{
              state: state === undefined ? OPEN.state : [state],
              ...(search !== undefined && { search }),
            }}
            empty={t(isNarrowed ? "incidents.noneFound" : "incidents.none")}
            emptyHint={isNarrowed ? undefined : t("incidents.noneHint")}
            {...page}
          />
        </Tabs.Panel>
        <Tabs.Panel value={IncidentsTab.Mine} pt="sm">
          <IncidentList query={{ ...OPEN, mine: true }} empty={t("incidents.noneMine")} {...page} />
        </Tabs.Panel>
        <Tabs.Panel value={IncidentsTab.Resolved} pt="sm">
          <IncidentList query={{ state: ["resolved"] }} empty={t("incidents.noneResolved")} {...page} />
        </Tabs.Panel>
        <Tabs.Panel value={IncidentsTab.Rules} pt="sm">
          <Suspense>
            <Stack gap="xl">
              <SilenceList />
              <RouteList />
              <RuleList />
              <HeartbeatList />
            </Stack>
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

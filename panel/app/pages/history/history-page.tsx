import { NativeSelect, Tabs } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { DEFAULT_PAGE_SIZE } from "../../ui/page/page-size.ts";
import { Pager } from "../../ui/page/pager.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { useMay } from "../../session/use-may.ts";
import { Acts } from "./act-list.tsx";
import { AuditView } from "./audit-view.tsx";
import { HistoryTab } from "./history-search.ts";
import { OperationRow } from "./operation-row.tsx";
import "./history.css";

const route = getRouteApi("/history");
const TABS = Object.values(HistoryTab);
const EVERY_MS = 3000;

/** The acts of people and programs: each act, and acts on many. */
export function HistoryPage(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { tab = HistoryTab.Acts } = route.useSearch();
  const mayReadAudit = useMay("audit:read");
  const tabs = TABS.filter((one) => mayReadAudit || one !== HistoryTab.Audit);
  return (
    <Page title={t("history.title")}>
      <Tabs
        value={tab}
        onChange={(chosen) => {
          const next = TABS.find((one) => one === chosen);
          void navigate({ search: { tab: next === HistoryTab.Acts ? undefined : next } });
        }}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List aria-label={t("history.tabs")}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`history.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={HistoryTab.Acts} pt="sm">
          <AllActs />
        </Tabs.Panel>
        <Tabs.Panel value={HistoryTab.Operations} pt="sm">
          <Operations />
        </Tabs.Panel>
        {mayReadAudit && (
          <Tabs.Panel value={HistoryTab.Audit} pt="sm">
            <AuditView />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  );
}

function AllActs(): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { app, cursor, size = DEFAULT_PAGE_SIZE } = route.useSearch();
  const mayReadSystem = useMay("system:read");
  const apps = useApi("listApps", {}, { enabled: mayReadSystem });
  const acts = useApi(
    "listHistory",
    { query: { app, cursor, limit: size } },
    { everyMs: EVERY_MS, keepPrevious: true },
  );
  const names = (apps.data?.items ?? []).map((one) => one.app);
  return (
    <>
      {names.length > 1 && (
        <NativeSelect
          mb="xs"
          maw={260}
          aria-label={t("history.app")}
          value={app ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: { app: value === "" ? undefined : value }, replace: true })
          }
          data={[{ value: "", label: t("history.anyApp") }, ...names]}
        />
      )}
      <QueryView query={acts}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={t("history.none")} />
          ) : (
            <>
              <Acts items={items} />
              <Pager cursor={cursor} nextCursor={nextCursor} size={size} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

function Operations(): ReactElement {
  const { t } = useTranslation();
  const operations = useApi("listOperations", {}, { everyMs: EVERY_MS });
  return (
    <QueryView query={operations}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t("history.noOperations")} />
        ) : (
          <ul className="acts">
            {items.map((operation) => (
              <OperationRow key={operation.id} operation={operation} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

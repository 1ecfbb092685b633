import { Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { NoWorker } from "../attention/no-worker.tsx";
import { AppWorkers } from "./app-workers.tsx";
import { ControlPlanes } from "./control-planes.tsx";
import { StopAllButton } from "./stop-all-button.tsx";

/** A worker that dies sends no event, and paces change with time. */
const POLL_MS = 10_000;

/** The workers that are online, app by app, and the control planes. */
export function WorkersPage(): ReactElement {
  const { t } = useTranslation();
  const workers = useApi("listWorkers", {}, { pollMs: POLL_MS });
  const mayReadSystem = useMay("system:read");
  const apps = useApi("listApps", {}, { enabled: mayReadSystem, everyMs: 3000, pollMs: POLL_MS });
  return (
    <Page title={t("workers.title")} aside={<StopAllButton apps={apps.data?.items ?? []} />}>
      <NoWorker />
      <QueryView query={workers}>
        {({ items }) =>
          items.length === 0 && (apps.data?.items ?? []).length === 0 ? (
            <EmptyState title={t("workers.empty")}>
              <Text size="sm" c="dimmed">
                {t("workers.emptyHint")}
              </Text>
            </EmptyState>
          ) : (
            <Stack gap="lg">
              {[...new Set([...items, ...(apps.data?.items ?? [])].map(({ app }) => app))].map((app) => (
                <AppWorkers
                  key={app}
                  app={app}
                  workers={items.filter((worker) => worker.app === app)}
                  summary={apps.data?.items.find((one) => one.app === app)}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
      {mayReadSystem && <ControlPlanes />}
    </Page>
  );
}

import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { NoWorker } from "../attention/no-worker.tsx";
import { WorkersTable } from "./workers-table.tsx";

/** Who is there to run jobs. */
export function WorkersPage(): ReactElement {
  const { t } = useTranslation();
  const workers = useApi("listWorkers", {});
  return (
    <Page title={t("workers.title")}>
      <NoWorker />
      <QueryView query={workers}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("workers.empty")}>
              <Text size="sm" c="dimmed">
                {t("workers.emptyHint")}
              </Text>
            </EmptyState>
          ) : (
            <WorkersTable workers={items} />
          )
        }
      </QueryView>
    </Page>
  );
}

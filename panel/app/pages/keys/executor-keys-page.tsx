import { Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { AddKeyDialog } from "./add-key-dialog.tsx";
import { KeyRow } from "./key-row.tsx";

/** A call that is signed sends no event. */
const POLL_MS = 10_000;

/** The public keys with which the executors of an app sign their calls. */
export function ExecutorKeysPage(): ReactElement {
  const { t } = useTranslation();
  const { app } = useParams({ from: "/workers/$app/keys" });
  const refusal = useRefusal(["workers:edit", "executors:run", "jobs:register"], app);
  const [isAdding, adding] = useDisclosure(false);
  const keys = useApi("listExecutorKeys", { path: { app } }, { pollMs: POLL_MS });
  return (
    <Page
      title={t("keys.title", { app })}
      aside={
        <RefusableButton
          size="compact-sm"
          color="indigo"
          refusal={refusal}
          leftSection={<Plus size={14} />}
          onClick={adding.open}
        >
          {t("keys.add")}
        </RefusableButton>
      }
    >
      <Text size="sm" c="dimmed">
        {t("keys.explanation")}
      </Text>
      <QueryView query={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("keys.empty")}>
              <Text size="sm" c="dimmed">
                {t("keys.emptyHint")}
              </Text>
            </EmptyState>
          ) : (
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("keys.executor")}</Table.Th>
                  <Table.Th>{t("keys.keyid")}</Table.Th>
                  <Table.Th visibleFrom="xs">{t("keys.created")}</Table.Th>
                  <Table.Th>{t("keys.used")}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((key) => (
                  <KeyRow
                    key={key.keyid}
                    app={app}
                    shown={key}
                    others={items.filter(({ executor, id }) => executor === key.executor && id !== key.id)}
                    refusal={refusal}
                  />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {isAdding && <AddKeyDialog app={app} onClose={adding.close} />}
    </Page>
  );
}

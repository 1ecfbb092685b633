import { Group, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { ResealButton } from "./reseal-button.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { SecretRow } from "./secret-row.tsx";

/** As a request's header or body refers to a secret. */
const REFERENCE = "{{secrets.NAME}}";

/** Names of texts that jobs need: who gave them a value and which jobs name them. */
export function SecretsPage(): ReactElement {
  const { t } = useTranslation();
  const mayNotEdit = useRefusal("secrets:edit");
  const [isCreating, creating] = useDisclosure(false);
  const secrets = useApi("listSecrets", {});
  const keys = new Set(secrets.data?.items.map(({ key }) => key));
  return (
    <Page
      title={t("secrets.title")}
      aside={
        <Group gap="xs">
          {keys.size > 1 && <ResealButton refusal={mayNotEdit} />}
          <RefusableButton
            size="compact-sm"
            color="indigo"
            refusal={mayNotEdit}
            leftSection={<Plus size={14} />}
            onClick={creating.open}
          >
            {t("secrets.create")}
          </RefusableButton>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {t("secrets.explanation")}
      </Text>
      <QueryView query={secrets}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("secrets.empty")}>
              <Text size="sm" c="dimmed">
                {t("secrets.emptyHint", { reference: REFERENCE })}
              </Text>
            </EmptyState>
          ) : (
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("secrets.name")}</Table.Th>
                  <Table.Th visibleFrom="xs">{t("secrets.changed")}</Table.Th>
                  <Table.Th>{t("secrets.usedBy")}</Table.Th>
                  <Table.Th visibleFrom="md">{t("secrets.key")}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((secret) => (
                  <SecretRow key={`${secret.app}/${secret.name}`} secret={secret} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {isCreating && <SecretDialog secret={null} onClose={creating.close} />}
    </Page>
  );
}

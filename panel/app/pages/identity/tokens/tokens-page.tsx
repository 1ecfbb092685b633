import { Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog-form.tsx";
import { EmptyState } from "../../../ui/page/empty-state.tsx";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { TokenDialog } from "./token-dialog.tsx";
import { type MadeToken, TokenRow } from "./token-row.tsx";

/** The tokens of programs and executors, and one's own. */
export function TokensPage(): ReactElement {
  const { t } = useTranslation();
  const [isMaking, making] = useDisclosure(false);
  const [made, setMade] = useState<MadeToken | null>(null);
  const tokens = useApi("listTokens", {});
  return (
    <Page
      title={t("people.tokens.title")}
      aside={
        <Button size="compact-sm" color="indigo" leftSection={<Plus size={14} />} onClick={making.open}>
          {t("people.tokens.make")}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t("people.tokens.explanation")}
      </Text>
      <QueryView query={tokens}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("people.tokens.empty")} />
          ) : (
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("people.tokens.name")}</Table.Th>
                  <Table.Th visibleFrom="xs">{t("people.tokens.may")}</Table.Th>
                  <Table.Th>{t("people.tokens.ends")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("people.tokens.used")}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((token) => (
                  <TokenRow key={token.id} token={token} onMade={setMade} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {isMaking && <TokenDialog onClose={making.close} onMade={setMade} />}
      {made !== null && <MadeTokenDialog made={made} onClose={() => setMade(null)} />}
    </Page>
  );
}

/** Shows a token this once. */
function MadeTokenDialog({
  made: { name, text },
  onClose,
}: {
  readonly made: MadeToken;
  readonly onClose: () => void;
}): ReactElement {
  const { t } = useTranslation();
  return (
    <Dialog title={t("people.tokens.made", { name })} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{t("people.tokens.madeHint")}</Text>
        <Group gap="xs" wrap="nowrap" align="end">
          <TextInput
            label={t("people.tokens.text")}
            className="mono-input"
            flex={1}
            value={text}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton label={t("people.tokens.copy")} text={() => text} />
        </Group>
        <Group justify="end">
          <Button color="indigo" onClick={onClose}>
            {t("people.tokens.done")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

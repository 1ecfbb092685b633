import { Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { type Invitation, LinkDialog } from "./link-dialog.tsx";
import { PersonDialog } from "./person-dialog.tsx";
import { PersonRow } from "./person-row.tsx";

/** Who may sign in, and what they may do. */
export function PeoplePage(): ReactElement {
  const { t } = useTranslation();
  const mayAdd = useMay("deployment:edit");
  const [isAdding, adding] = useDisclosure(false);
  const [invitation, setInvitation] = useState<Invitation | null>(null);
  const people = useApi("listPeople", {});
  return (
    <Page
      title={t("people.title")}
      aside={
        <RefusableButton
          size="compact-sm"
          color="indigo"
          leftSection={<Plus size={14} />}
          refusal={mayAdd ? null : t("people.needs", { permission: "deployment:edit" })}
          onClick={adding.open}
        >
          {t("people.add")}
        </RefusableButton>
      }
    >
      <Text size="sm" c="dimmed">
        {t("people.explanation")}
      </Text>
      <QueryView query={people}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("people.empty")}>
              <Text size="sm" c="dimmed">
                {t("people.emptyHint")}
              </Text>
            </EmptyState>
          ) : (
            <Table className="data-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("people.name")}</Table.Th>
                  <Table.Th>{t("people.roles")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("people.lastSignIn")}</Table.Th>
                  <Table.Th />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((person) => (
                  <PersonRow key={person.name} person={person} onInvited={setInvitation} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {isAdding && <PersonDialog person={null} onClose={adding.close} onInvited={setInvitation} />}
      {invitation !== null && <LinkDialog invitation={invitation} onClose={() => setInvitation(null)} />}
    </Page>
  );
}

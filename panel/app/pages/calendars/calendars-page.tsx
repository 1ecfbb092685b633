import { Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Plus, Upload } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { CreateCalendarDialog } from "./create-calendar-dialog.tsx";
import { ImportCalendarDialog } from "./import-calendar-dialog.tsx";
import "../../ui/table/table.css";

/** The calendars by which jobs fire. */
export function CalendarsPage(): ReactElement {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"create" | "import" | null>(null);
  const calendars = useApi("listCalendars", {});
  // They are for all apps.
  const mayNot = useRefusal("jobs:edit", null);
  const close = (): void => setDialog(null);
  return (
    <Page
      title={t("calendars.title")}
      aside={
        <Group gap="xs">
          <RefusableButton
            size="compact-sm"
            variant="default"
            refusal={mayNot}
            leftSection={<Upload size={14} />}
            onClick={() => setDialog("import")}
          >
            {t("calendars.import")}
          </RefusableButton>
          <RefusableButton
            size="compact-sm"
            color="indigo"
            refusal={mayNot}
            leftSection={<Plus size={14} />}
            onClick={() => setDialog("create")}
          >
            {t("calendars.create")}
          </RefusableButton>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {t("calendars.explanation")}
      </Text>
      <QueryView query={calendars}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("calendars.empty")} />
          ) : (
            <Table className="data-table list-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("calendars.name")}</Table.Th>
                  <Table.Th>{t("calendars.days")}</Table.Th>
                  <Table.Th>{t("calendars.known")}</Table.Th>
                  <Table.Th visibleFrom="sm">{t("calendars.source")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ key, name, dayCount, coveredTo, source }) => (
                  <Table.Tr key={key}>
                    <Table.Td>
                      <Link to="/calendars/$key" params={{ key }}>
                        {name}
                      </Link>
                      <Text size="xs" c="dimmed" className="mono">
                        {key}
                      </Text>
                    </Table.Td>
                    <Table.Td>{dayCount}</Table.Td>
                    <Table.Td>{coveredTo ?? t("calendars.knownAlways")}</Table.Td>
                    <Table.Td visibleFrom="sm">{source}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
      {dialog === "create" && <CreateCalendarDialog onClose={close} />}
      {dialog === "import" && <ImportCalendarDialog onClose={close} />}
    </Page>
  );
}

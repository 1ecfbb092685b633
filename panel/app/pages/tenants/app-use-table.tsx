import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "../../ui/json/file-size.ts";
import type { Tenant } from "./tenant.ts";

/** The use of each app. */
export function AppUseTable({ tenant: { use } }: { readonly tenant: Tenant }): ReactElement {
  const { t, i18n } = useTranslation();
  const text = (value: number): string => value.toLocaleString(i18n.language);
  if (use.apps.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("tenants.noApps")}
      </Text>
    );
  return (
    <Table className="data-table" aria-label={t("tenants.apps")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("tenants.app")}</Table.Th>
          <Table.Th>{t("tenants.jobs")}</Table.Th>
          <Table.Th>{t("tenants.definitionBytes")}</Table.Th>
          <Table.Th>{t("tenants.waiting")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {use.apps.map(({ app, jobs, definitionBytes, waitingRuns }) => (
          <Table.Tr key={app}>
            <Table.Td>
              <Link to="/jobs" search={{ app }}>
                {app}
              </Link>
            </Table.Td>
            <Table.Td>{text(jobs)}</Table.Td>
            <Table.Td>{fileSize(definitionBytes, i18n.language)}</Table.Td>
            <Table.Td>{text(waitingRuns)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

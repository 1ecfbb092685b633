import { Button, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Plus } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { AddTenantDialog } from "./add-tenant-dialog.tsx";
import { TenantRow } from "./tenant-row.tsx";

/** How often what they use is read again. */
const USE_EVERY_MS = 5000;

/** The tenants of the deployment. */
export function TenantsPage(): ReactElement {
  const { t } = useTranslation();
  const [isAdding, adding] = useDisclosure(false);
  const tenants = useApi("listTenants", {}, { everyMs: USE_EVERY_MS, pollMs: USE_EVERY_MS });
  return (
    <Page
      title={t("tenants.tenants")}
      aside={
        tenants.data?.canAdd === true && (
          <Button size="compact-sm" color="indigo" leftSection={<Plus size={14} />} onClick={adding.open}>
            {t("tenants.add")}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t("tenants.allExplanation")}
      </Text>
      <QueryView query={tenants}>
        {({ items, own, canAdd }) => (
          <Table className="data-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("tenants.name")}</Table.Th>
                <Table.Th>{t("tenants.state")}</Table.Th>
                <Table.Th visibleFrom="sm">{t("tenants.jobs")}</Table.Th>
                <Table.Th visibleFrom="sm">{t("tenants.running")}</Table.Th>
                <Table.Th visibleFrom="sm">{t("tenants.waiting")}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((listed) => (
                <TenantRow key={listed.tenant} listed={listed} own={own} canEdit={canAdd} />
              ))}
            </Table.Tbody>
          </Table>
        )}
      </QueryView>
      {isAdding && <AddTenantDialog onClose={adding.close} />}
    </Page>
  );
}

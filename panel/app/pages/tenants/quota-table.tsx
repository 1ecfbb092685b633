import { Progress, Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Tag } from "../../ui/tag.tsx";
import { isPerApp, type QuotaName, QUOTAS, type Tenant, useOf } from "./tenant.ts";

/** Each quota, with a bar of what is used of it. */
export function QuotaTable({ tenant }: { readonly tenant: Tenant }): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table" aria-label={t("tenants.quotas")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("tenants.quota")}</Table.Th>
          <Table.Th>{t("tenants.use")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {QUOTAS.map((name) => (
          <QuotaRow key={name} tenant={tenant} name={name} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function QuotaRow({ tenant, name }: { readonly tenant: Tenant; readonly name: QuotaName }): ReactElement {
  const { t, i18n } = useTranslation();
  const limit = tenant.quotas[name];
  const used = useOf(tenant, name);
  const text = (value: number): string => value.toLocaleString(i18n.language);
  const limitText = limit === null ? t("tenants.unlimited") : text(limit);
  const part = used === null || limit === null ? 0 : Math.min(100, (100 * used) / Math.max(limit, 1));
  const useText =
    used === null || limit === null
      ? [used === null ? null : text(used), limitText].filter((one) => one !== null).join(" · ")
      : t("tenants.usedOf", { used: text(used), limit: limitText });
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{t(`tenants.quotaName.${name}`)}</Text>
        {isPerApp(name) && (
          <Text size="xs" c="dimmed">
            {t("tenants.perApp")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">
          {useText} {tenant.stated[name] !== undefined && <Tag>{t("tenants.source")}</Tag>}
        </Text>
        {used !== null && limit !== null && (
          <Progress
            value={part}
            color={part >= 90 ? "red.9" : "indigo"}
            aria-label={`${t(`tenants.quotaName.${name}`)}: ${useText}`}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

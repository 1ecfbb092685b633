import { Code, Stack, Table, Text, Title } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ApiAnswer } from "../../api/call-api.ts";

type Protection = ApiAnswer<"getProtection">["items"][number];

export interface ProtectionGroupProps {
  readonly state: Protection["state"];
  readonly items: readonly Protection[];
}

/** The protections of one state, each with what it means and what to set. */
export function ProtectionGroup({ state, items }: ProtectionGroupProps): ReactElement {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <Stack gap="xs">
      <Title order={2} size="h4" id={heading}>
        {t(`protection.group.${state}`)} · {items.length}
      </Title>
      <Text
        size="sm"
        {...(state === "open" && items.length > 0 ? { className: "tone-warning" } : { c: "dimmed" })}
      >
        {items.length === 0 ? t("protection.none") : t(`protection.groupHint.${state}`)}
      </Text>
      {items.length > 0 && (
        <Table className="data-table" aria-labelledby={heading}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("protection.title")}</Table.Th>
              <Table.Th visibleFrom="sm">{t("protection.setting")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item) => (
              <ProtectionRow key={item.id} item={item} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

function ProtectionRow({ item }: { readonly item: Protection }): ReactElement {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600}>
          {t(`protection.name.${item.id}`)}
        </Text>
        <Text size="sm">{t(`protection.means.${item.id}`)}</Text>
        <Text size="sm" component="div" hiddenFrom="sm">
          <Setting item={item} />
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Setting item={item} />
      </Table.Td>
    </Table.Tr>
  );
}

function Setting({ item: { id, setting } }: { readonly item: Protection }): ReactElement | null {
  const { t } = useTranslation();
  if (setting !== null) return <Code>{setting}</Code>;
  return id === "second_factor" || id === "audit" ? <>{t(`protection.settingOf.${id}`)}</> : null;
}

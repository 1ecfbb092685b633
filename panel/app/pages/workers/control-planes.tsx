import { Group, Table, Text, Title } from "@mantine/core";
import { type ReactElement, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ControlPlane } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Time } from "../../time/time.tsx";
import { Tag } from "../../ui/tag.tsx";

/** They send no events. */
const POLL_MS = 5000;

/** The processes that decide what runs when, and what each of them does now; nothing where they cannot be read. */
export function ControlPlanes(): ReactElement | null {
  const { t } = useTranslation();
  const id = useId();
  const { data } = useApi("listControlPlanes", {}, { pollMs: POLL_MS });
  if (data === undefined) return null;
  return (
    <section className="control-planes" aria-labelledby={id}>
      <Title order={2} size="md" id={id} mb={4}>
        {t("workers.planes")}
      </Title>
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("workers.plane")}</Table.Th>
            <Table.Th visibleFrom="xs">{t("workers.runtime")}</Table.Th>
            <Table.Th>{t("workers.duties")}</Table.Th>
            <Table.Th visibleFrom="md">{t("workers.started")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.items.map((plane) => (
            <PlaneRow key={plane.id} plane={plane} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function PlaneRow({ plane }: { readonly plane: ControlPlane }): ReactElement {
  const { t } = useTranslation();
  const { id, host, pid, runtime, runtimeVersion, version, startedAt, standsBy, duties } = plane;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">
          {[host, pid === null ? null : t("shell.process", { pid })].filter(Boolean).join(" · ")}
        </Text>
        <Text className="mono" c="dimmed" size="xs">
          {id}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs" className="nowrap">
        {runtime} {runtimeVersion}
        {version !== null && (
          <Text size="xs" c="dimmed">
            {t("workers.version", { version })}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {standsBy ? (
          <Tag hint={t("workers.standsByHint")}>{t("workers.standsBy")}</Tag>
        ) : (
          <Group gap={4}>
            {duties.map((duty) => (
              <Tag key={duty}>{t(`workers.duty.${duty as "fire"}`, { defaultValue: duty })}</Tag>
            ))}
            {duties.length === 0 && (
              <Text size="sm" c="dimmed">
                {t("workers.idle")}
              </Text>
            )}
          </Group>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Time at={startedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

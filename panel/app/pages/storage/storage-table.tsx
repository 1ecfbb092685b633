import { Table, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "../../ui/json/file-size.ts";
import { PARTS, RETENTION_OF, type Storage, type StoragePart } from "./storage.ts";

/** Each part of what is kept, with its number, its size and how long it is kept. */
export function StorageTable({ storage }: { readonly storage: Storage }): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table" aria-label={t("storage.title")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("storage.part")}</Table.Th>
          <Table.Th ta="end">{t("storage.number")}</Table.Th>
          <Table.Th ta="end">{t("storage.size")}</Table.Th>
          <Table.Th>{t("storage.kept")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {PARTS.map((part) => (
          <PartRow key={part} part={part} storage={storage} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function PartRow({ part, storage }: { readonly part: StoragePart; readonly storage: Storage }): ReactElement {
  const { t, i18n } = useTranslation();
  const amount = storage[part];
  const names = RETENTION_OF[part];
  return (
    <Table.Tr>
      <Table.Td>{t(`storage.partName.${part}`)}</Table.Td>
      <Table.Td className="end">
        {amount === null ? "–" : amount.items.toLocaleString(i18n.language)}
      </Table.Td>
      <Table.Td className="end">
        {amount === null || amount.bytes === 0 ? "–" : fileSize(amount.bytes, i18n.language)}
      </Table.Td>
      <Table.Td>
        {names === undefined ? (
          <Text size="sm" c="dimmed">
            {t("storage.perJob")}
          </Text>
        ) : (
          names.map((name) => (
            <Text key={name} size="sm">
              {t(`storage.retention.${name}`)}: {storage.retention[name].toLocaleString(i18n.language)}
            </Text>
          ))
        )}
      </Table.Td>
    </Table.Tr>
  );
}

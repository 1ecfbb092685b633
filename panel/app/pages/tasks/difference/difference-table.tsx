import { Table, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { DifferenceRow } from "./difference-rows.ts";

export interface DifferenceTableProps {
  readonly title: string;
  readonly rows: readonly DifferenceRow[];
}

/** Parts that differ, as they were and as they are. */
export function DifferenceTable({ title, rows }: DifferenceTableProps): ReactElement {
  const { t } = useTranslation();
  return (
    <section aria-label={title}>
      <Title order={3} size="h5">
        {title}
      </Title>
      <div className="body-difference-members scrolls" role="region" aria-label={title} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("flow.difference.place")}</Table.Th>
              <Table.Th>{t("flow.difference.before")}</Table.Th>
              <Table.Th>{t("flow.difference.after")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ place, before, after }, index) => (
              // Two ways from one node are two rows with one place.
              // oxlint-disable-next-line react/no-array-index-key
              <Table.Tr key={`${index} ${place}`}>
                <Table.Td className="mono">{place}</Table.Td>
                <Table.Td>
                  <Side text={before} />
                </Table.Td>
                <Table.Td>
                  <Side text={after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}

function Side({ text }: { readonly text: string | null }): ReactElement {
  const { t } = useTranslation();
  if (text === null) return <span className="dimmed">{t("flow.difference.none")}</span>;
  return <pre className="mono">{text}</pre>;
}

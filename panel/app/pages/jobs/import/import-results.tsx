import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ImportResult } from "./use-import.ts";

/** What became of each job. */
export function ImportResults({ results }: { readonly results: readonly ImportResult[] }): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table" aria-label={t("import.results")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("import.job")}</Table.Th>
          <Table.Th>{t("import.results")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {results.map(({ id, key, outcome, message }) => (
          <Table.Tr key={id}>
            <Table.Td>
              {outcome === "failed" ? (
                <span className="mono">{key}</span>
              ) : (
                <Link to="/jobs/$key" params={{ key }}>
                  {key}
                </Link>
              )}
            </Table.Td>
            <Table.Td>
              {t(`import.outcomes.${outcome}`)}
              {message !== null && `: ${message}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

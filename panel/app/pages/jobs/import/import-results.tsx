import { Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ImportResult, PreviewedJob } from "./use-import.ts";

export interface ImportResultsProps {
  readonly results: readonly ImportResult[];
  /** The jobs of the preview. */
  readonly jobs: readonly PreviewedJob[];
}

/** The result of each job. */
export function ImportResults({ results, jobs }: ImportResultsProps): ReactElement {
  const { t } = useTranslation();
  const names = new Map(jobs.map(({ id, name }) => [id, name]));
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
                <span title={key}>{names.get(id) ?? key}</span>
              ) : (
                <Link to="/jobs/$key" params={{ key }} title={key}>
                  {names.get(id) ?? key}
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

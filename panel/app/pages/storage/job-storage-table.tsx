import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { fileSize } from "../../ui/json/file-size.ts";
import type { JobStorage } from "./storage.ts";

/** The jobs whose runs take most, with a way to what each keeps. */
export function JobStorageTable({ jobs }: { readonly jobs: readonly JobStorage[] }): ReactElement {
  const { t, i18n } = useTranslation();
  if (jobs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("storage.noJobs")}
      </Text>
    );
  return (
    <div className="table-scroll">
      <Table className="data-table" aria-label={t("storage.jobs")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("storage.job")}</Table.Th>
            <Table.Th ta="end">{t("storage.number")}</Table.Th>
            <Table.Th ta="end">{t("storage.partName.runs")}</Table.Th>
            <Table.Th ta="end">{t("storage.partName.logs")}</Table.Th>
            <Table.Th ta="end">{t("storage.partName.files")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map((job) => (
            <Table.Tr key={job.key}>
              <Table.Td>
                <Link to="/jobs/$key" params={{ key: job.key }}>
                  {job.key}
                </Link>
              </Table.Td>
              <Table.Td className="end">{job.runs.items.toLocaleString(i18n.language)}</Table.Td>
              {([job.runs, job.logs, job.files] as const).map(({ bytes }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- always the same three columns
                <Table.Td key={index} className="end">
                  {bytes === 0 ? "–" : `${job.isEstimate ? "≈ " : ""}${fileSize(bytes, i18n.language)}`}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

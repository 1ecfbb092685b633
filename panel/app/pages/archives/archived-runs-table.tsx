import { Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { ArchivedRun } from "../../api/operations.generated.ts";
import { Duration } from "../../time/duration.tsx";
import { Time } from "../../time/time.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";

/** Runs of an archive: each leads to what the archive has of it. */
export function ArchivedRunsTable({
  archive,
  runs,
}: {
  readonly archive: string;
  readonly runs: readonly ArchivedRun[];
}): ReactElement {
  const { t } = useTranslation();
  return (
    <Table className="data-table list-table">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("exports.runState")}</Table.Th>
          <Table.Th>{t("exports.job")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("exports.created")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("exports.took")}</Table.Th>
          <Table.Th visibleFrom="md">{t("exports.error")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.id}>
            <Table.Td>
              <StateBadge state={run.state} />
            </Table.Td>
            <Table.Td>
              <Link
                to="/archives/$id/$run"
                params={{ id: archive, run: run.id }}
                className="mono"
                title={run.id}
              >
                {run.jobKey}
              </Link>
              <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
                <Time at={run.createdAt} />
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Time at={run.createdAt} />
            </Table.Td>
            <Table.Td visibleFrom="sm">
              {run.startedAt === null || run.completedAt === null ? (
                "–"
              ) : (
                <Duration ms={Date.parse(run.completedAt) - Date.parse(run.startedAt)} />
              )}
            </Table.Td>
            <Table.Td visibleFrom="md">
              <Text size="sm" lineClamp={1}>
                {run.errorSummary}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

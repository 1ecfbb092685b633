import { Button, Table, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";

/** The directories of a task's jobs, page after page. */
export function FolderJobs({ id }: { readonly id: string }): ReactElement {
  const { t } = useTranslation();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {t("folder.jobs")}
      </Title>
      <Table className="data-table" aria-label={t("folder.jobs")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("folder.job")}</Table.Th>
            <Table.Th>{t("folder.state")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        {cursors.map((cursor, page) => (
          <JobsPage
            key={cursor ?? ""}
            id={id}
            cursor={cursor}
            onMore={page < cursors.length - 1 ? null : (next) => setCursors([...cursors, next])}
          />
        ))}
      </Table>
    </section>
  );
}

interface JobsPageProps {
  readonly id: string;
  readonly cursor: string | undefined;
  /** `null` where the next page is there. */
  readonly onMore: ((cursor: string) => void) | null;
}

function JobsPage({ id, cursor, onMore }: JobsPageProps): ReactElement {
  const { t } = useTranslation();
  const jobs = useApi("listInstanceFolderJobs", { path: { id }, query: { cursor } });
  const { items = [], nextCursor = null } = jobs.data ?? {};
  return (
    <Table.Tbody>
      {jobs.data === undefined && (
        <Table.Tr>
          <Table.Td colSpan={2}>
            <QueryView query={jobs}>{() => null}</QueryView>
          </Table.Td>
        </Table.Tr>
      )}
      {jobs.data !== undefined && items.length === 0 && cursor === undefined && (
        <Table.Tr>
          <Table.Td colSpan={2}>
            <Text size="sm" c="dimmed">
              {t("folder.noJobs")}
            </Text>
          </Table.Td>
        </Table.Tr>
      )}
      {items.map(({ name, instanceId, state }) => (
        <Table.Tr key={instanceId}>
          <Table.Td className="mono">
            <Link to="/runs/$id/folder" params={{ id: instanceId }}>
              {name}
            </Link>
          </Table.Td>
          <Table.Td>
            <StateBadge state={state} />
          </Table.Td>
        </Table.Tr>
      ))}
      {nextCursor !== null && onMore !== null && (
        <Table.Tr>
          <Table.Td colSpan={2}>
            <Button variant="default" onClick={() => onMore(nextCursor)}>
              {t("folder.more")}
            </Button>
          </Table.Td>
        </Table.Tr>
      )}
    </Table.Tbody>
  );
}

import { Anchor, Skeleton, Table, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { apiUrl } from "../../../api/call-api.ts";
import { apiQuery } from "../../../api/use-api.ts";
import { HiddenPart } from "../../../ui/hidden-part.tsx";
import { fileSize } from "../../../ui/json/file-size.ts";
import type { BodyNode } from "../graph/body-node.ts";
import { nodeName, type TaskJson } from "../run/task-model.ts";

/** Each is asked for its files. */
const MOST_NODES = 60;

export interface NodeFilesProps {
  readonly task: TaskJson;
  readonly all: readonly BodyNode[];
}

/** The files that the latest runs of nodes have stored. */
export function NodeFiles({ task, all }: NodeFilesProps): ReactElement {
  const { t, i18n } = useTranslation();
  const withRun = task.nodes.flatMap(({ id, runId }) => (runId === null ? [] : [{ id, runId }]));
  const looked = withRun.slice(0, MOST_NODES);
  const reads = useQueries({
    queries: looked.map(({ runId }) => ({
      ...apiQuery("listInstanceFiles", { path: { id: runId } }, i18n.language),
      enabled: task.hidden === undefined,
    })),
  });
  if (task.hidden !== undefined) return <HiddenPart part="values" />;
  if (reads.some(({ isPending }) => isPending)) return <Skeleton height={60} />;
  const files = looked.flatMap(({ id, runId }, index) =>
    (reads[index]?.data?.items ?? []).map((file) => ({ node: nodeName(all, id), runId, ...file })),
  );
  return (
    <>
      {files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("task.files.none")}
        </Text>
      ) : (
        <Table className="data-table" aria-label={t("task.files.table")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("task.node")}</Table.Th>
              <Table.Th>{t("task.files.name")}</Table.Th>
              <Table.Th ta="end">{t("task.files.size")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map(({ node, runId, name, size }) => (
              <Table.Tr key={`${runId} ${name}`}>
                <Table.Td>{node}</Table.Td>
                <Table.Td>
                  <Anchor
                    size="sm"
                    className="mono"
                    href={apiUrl("downloadInstanceFile", { path: { id: runId, file: name } })}
                    download
                  >
                    {name}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="end">{fileSize(size, i18n.language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {withRun.length > MOST_NODES && (
        <Text size="xs" c="dimmed" mt={4}>
          {t("task.files.more", { count: MOST_NODES })}
        </Text>
      )}
    </>
  );
}

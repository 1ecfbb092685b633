import { Button, Group, Progress, Table, Text } from "@mantine/core";
import { Download } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Export } from "../../api/operations.generated.ts";
import { apiUrl } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { Time } from "../../time/time.tsx";
import { fileSize } from "../../ui/json/file-size.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { Tag } from "../../ui/tag.tsx";

const COUNT_CAP = 10_000;
const POLL_MS = 2000;

/** The files that are made of this scheduler's runs. */
export function ExportList(): ReactElement {
  const { t } = useTranslation();
  const made = useApi("listExports", {}, { pollMs: POLL_MS });
  return (
    <QueryView query={made}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t("exports.madeEmpty")} />
        ) : (
          <Table className="data-table list-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("exports.rangeOf")}</Table.Th>
                <Table.Th>{t("exports.content")}</Table.Th>
                <Table.Th visibleFrom="sm">{t("exports.size")}</Table.Th>
                <Table.Th visibleFrom="sm">{t("exports.by")}</Table.Th>
                <Table.Th>
                  <span className="visually-hidden">{t("exports.download")}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((one) => (
                <ExportRow key={one.id} made={one} />
              ))}
            </Table.Tbody>
          </Table>
        )
      }
    </QueryView>
  );
}

function ExportRow({ made }: { readonly made: Export }): ReactElement {
  const { t, i18n } = useTranslation();
  const { id, name, state, from, to, apps, jobs, include, counts, expectedRuns, size, by, problem } = made;
  const cancel = useApiChange("cancelExport");
  const remove = useApiChange("removeExport");
  const isRunning = state === "running";
  const narrowed = [...(apps ?? []), ...(jobs ?? [])];
  const runs = isRunning
    ? t(expectedRuns >= COUNT_CAP ? "exports.runsOfMore" : "exports.runsOf", {
        count: counts.runs,
        expected: expectedRuns,
      })
    : t("exports.runs", { count: counts.runs });
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={from} /> –<br />
        <Time at={to} />
        {narrowed.length > 0 && (
          <Text size="xs" c="dimmed" className="mono">
            {narrowed.slice(0, 5).join(", ")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Group gap="xs">
          <Tag isWarning={state === "failed"}>{t(`exports.state.${state}`)}</Tag>
          <Text size="sm" span>
            {runs}
          </Text>
        </Group>
        {isRunning && (
          <Progress
            mt={4}
            size="sm"
            value={Math.min(100, (counts.runs / Math.max(expectedRuns, 1)) * 100)}
            aria-label={t("exports.progress")}
          />
        )}
        <Text size="xs" c="dimmed">
          {problem ?? include.map((part) => t(`exports.part.${part}`)).join(t("common.separator"))}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{fileSize(size, i18n.language)}</Table.Td>
      <Table.Td visibleFrom="sm">{by ?? t("exports.program")}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end">
          {state === "ready" && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Download size={12} aria-hidden="true" />}
              renderRoot={(props) => (
                <a {...props} href={apiUrl("downloadExport", { path: { id } })} download={name} />
              )}
            >
              {t("exports.download")}
            </Button>
          )}
          {isRunning ? (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ path: { id } })}
            >
              {t("exports.cancel")}
            </Button>
          ) : (
            <Button
              size="compact-sm"
              variant="default"
              loading={remove.isPending}
              onClick={() => remove.mutate({ path: { id } })}
            >
              {t("exports.remove")}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

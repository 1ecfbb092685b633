import { Anchor, Group, NativeSelect, Table, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactElement, useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceSummary } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { Duration } from "../../time/duration.tsx";
import { Time } from "../../time/time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pager } from "../../ui/pager.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { JOB_STATES, StateBadge } from "../../ui/state-badge.tsx";

const route = getRouteApi("/jobs/$key");
const PAGE_SIZE = 25;

/** What a job did, newest first. */
export function JobRuns({ jobKey }: { readonly jobKey: string }): ReactElement {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { state, cursor } = route.useSearch();
  const runs = useApi(
    "listJobInstances",
    { path: { key: jobKey }, query: { state: state && [state], cursor, limit: PAGE_SIZE } },
    { keepPrevious: true },
  );
  return (
    <>
      <Group mb="xs">
        <NativeSelect
          aria-label={t("job.state")}
          value={state ?? ""}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: { state: JOB_STATES.find((one) => one === value) }, replace: true })
          }
          data={[
            { value: "", label: t("job.anyState") },
            ...JOB_STATES.map((one) => ({ value: one, label: t(`state.${one}`) })),
          ]}
        />
      </Group>
      <QueryView query={runs}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState title={state === undefined ? t("job.noRuns") : t("job.noRunsFound")} />
          ) : (
            <>
              <RunsTable runs={items} />
              <Pager cursor={cursor} nextCursor={nextCursor} />
            </>
          )
        }
      </QueryView>
    </>
  );
}

const NONE: readonly InstanceSummary[] = [];

function RunsTable({ runs }: { readonly runs: readonly InstanceSummary[] }): ReactElement {
  const { t } = useTranslation();
  // Drawn between what else the page does: all rows at once would hold it up.
  const shown = useDeferredValue(runs, NONE);
  return (
    <Table className="data-table" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("job.state")}</Table.Th>
          <Table.Th>{t("job.started")}</Table.Th>
          <Table.Th>{t("job.took")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("job.startedBy")}</Table.Th>
          <Table.Th visibleFrom="md">{t("job.attempt")}</Table.Th>
          <Table.Th visibleFrom="sm">{t("job.id")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shown.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function RunRow({ run }: { readonly run: InstanceSummary }): ReactElement {
  const { t } = useTranslation();
  const { id, state, startedAt, completedAt, createdAt, scheduledFor, trigger, attempt, reason } = run;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          size="sm"
          c="inherit"
          renderRoot={(props) => <Link to="/instances/$id" params={{ id }} {...props} />}
        >
          <StateBadge state={state} />
        </Anchor>
        {reason !== null && (
          <Text size="xs" c="dimmed" lineClamp={1} title={reason} className="run-reason">
            {reason}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Time at={startedAt ?? scheduledFor ?? createdAt} />
      </Table.Td>
      <Table.Td>
        {startedAt !== null && completedAt !== null ? (
          <Duration ms={Date.parse(completedAt) - Date.parse(startedAt)} />
        ) : (
          "–"
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{t(`job.trigger.${trigger.type}`)}</Table.Td>
      <Table.Td visibleFrom="md">{attempt}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="xs" c="dimmed" className="mono" component="span">
          {id}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

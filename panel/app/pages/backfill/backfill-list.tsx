import { Group, Progress, Table, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Backfill } from "../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Time } from "../../time/time.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import type { BackfillOf } from "./backfill-of.ts";
import "../../ui/table/table.css";

/** Progress comes by time alone where no run of the job begins or ends. */
const POLL_MS = 3000;

/** The backfills of a job, or of an app and its jobs, the newest first. */
export function BackfillList({ of }: { readonly of: BackfillOf }): ReactElement {
  const { t } = useTranslation();
  const backfills = useApi("listBackfills", { query: of }, { pollMs: POLL_MS });
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {t("backfill.list")}
      </Title>
      <QueryView query={backfills}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("backfill.none")} />
          ) : (
            <Table className="data-table list-table">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t("backfill.range")}</Table.Th>
                  <Table.Th>{t("backfill.progress")}</Table.Th>
                  <Table.Th className="wide-cell">{t("backfill.by")}</Table.Th>
                  <Table.Th>{t("jobs.actions")}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((backfill) => (
                  <BackfillRow key={backfill.id} backfill={backfill} isOfApp={"app" in of} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </QueryView>
    </section>
  );
}

function BackfillRow({
  backfill,
  isOfApp,
}: {
  readonly backfill: Backfill;
  readonly isOfApp: boolean;
}): ReactElement {
  const { t } = useTranslation();
  const { from, to, state, counts, waits, by, open } = backfill;
  const handled = counts.planned - open.length;
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={from} /> – <Time at={to} />
        {isOfApp && (
          <Text size="xs" c="dimmed" className="mono">
            {backfill.jobKey ?? t("backfill.allJobs")}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{t(`backfill.stateOf.${state}`)}</Text>
        {backfill.endedAt === null && (
          <Progress
            value={counts.planned === 0 ? 0 : (100 * handled) / counts.planned}
            size="sm"
            aria-label={t("backfill.progress")}
          />
        )}
        <Text size="xs" c="dimmed">
          {t("backfill.counts", { ...counts })}
          {waits !== null && ` · ${t("backfill.waits", { code: waits })}`}
        </Text>
      </Table.Td>
      <Table.Td className="wide-cell">{by}</Table.Td>
      <Table.Td>{backfill.endedAt === null && <BackfillActions backfill={backfill} />}</Table.Td>
    </Table.Tr>
  );
}

function BackfillActions({
  backfill: { id, app, state, from },
}: {
  readonly backfill: Backfill;
}): ReactElement {
  const { t } = useTranslation();
  const mayNot = useRefusal("runs:trigger", app);
  const change = useApiChange("changeBackfill");
  const to = (next: "running" | "paused" | "cancelled"): void =>
    change.mutate({ path: { id }, body: { state: next } });
  const isPaused = state === "paused";
  return (
    <Group gap={6} wrap="nowrap">
      <RefusableButton
        size="compact-sm"
        variant="default"
        refusal={mayNot}
        aria-label={t(isPaused ? "backfill.resumeOf" : "backfill.pauseOf", { from })}
        onClick={() => to(isPaused ? "running" : "paused")}
      >
        {t(isPaused ? "backfill.resume" : "backfill.pause")}
      </RefusableButton>
      <RefusableButton
        size="compact-sm"
        variant="default"
        refusal={mayNot}
        aria-label={t("backfill.cancelOf", { from })}
        onClick={() => to("cancelled")}
      >
        {t("backfill.cancel")}
      </RefusableButton>
    </Group>
  );
}

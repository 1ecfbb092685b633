import { Group, NativeSelect, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactElement, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import type { Operations } from "../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { Relative } from "../../time/time.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { ShortRunId } from "../runs/parts/short-run-id.tsx";
import type { WaitingOf } from "./waiting-of.ts";
import "../../ui/table/table.css";
import "./waiting.css";

const ClearQueueDialog = lazy(async () => ({
  default: (await import("./clear-queue-dialog.tsx")).ClearQueueDialog,
}));

const CancelDialog = lazy(async () => ({
  default: (await import("../runs/actions/cancel-dialog.tsx")).CancelDialog,
}));

/** Turns that are shown. */
const MOST_SHOWN = 100;
const PRIORITIES = ["1", "2", "3", "4", "5"];

type QueuedRun = Operations["listQueue"]["answer"]["items"][number];

/** The waiting runs of a job or an app, in the order in which they begin. */
export function WaitingRuns({ of }: { readonly of: WaitingOf }): ReactElement {
  const { t } = useTranslation();
  const queue = useApi("listQueue", { query: { ...of, limit: MOST_SHOWN } });
  const isOfApp = "app" in of;
  const mayNotClear = useRefusal("runs:cancel", isOfApp ? of.app : undefined);
  const [isClearing, clearing] = useDisclosure(false);
  return (
    <>
      <QueryView query={queue}>
        {({ items, total, isComplete }) =>
          items.length === 0 ? (
            <EmptyState title={t("job.queue.empty")} />
          ) : (
            <>
              <Group mb="xs" justify="space-between">
                <Text size="sm" c="dimmed">
                  {t(isComplete ? "job.queue.total" : "job.queue.more", { count: total })}
                </Text>
                <RefusableButton
                  variant="default"
                  size="compact-sm"
                  refusal={mayNotClear}
                  onClick={clearing.open}
                >
                  {t("job.queue.clear")}
                </RefusableButton>
              </Group>
              <Table className="data-table list-table">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th className="end">{t("job.queue.turn")}</Table.Th>
                    {isOfApp && <Table.Th className="wide-cell">{t("jobs.job")}</Table.Th>}
                    <Table.Th>{t("job.id")}</Table.Th>
                    <Table.Th className="wide-cell">{t("job.queue.waitsFor")}</Table.Th>
                    <Table.Th className="wide-cell">{t("job.queue.since")}</Table.Th>
                    <Table.Th>{t("instances.priority")}</Table.Th>
                    <Table.Th>{t("jobs.actions")}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map((queued, index) => (
                    <WaitingRow key={queued.run.id} queued={queued} turn={index + 1} hasJob={isOfApp} />
                  ))}
                </Table.Tbody>
              </Table>
            </>
          )
        }
      </QueryView>
      {isClearing && (
        <Suspense>
          <ClearQueueDialog of={of} onClose={clearing.close} />
        </Suspense>
      )}
    </>
  );
}

interface WaitingRowProps {
  readonly queued: QueuedRun;
  readonly turn: number;
  /** Whether it says whose run it is. */
  readonly hasJob: boolean;
}

function WaitingRow({ queued: { run, waitsFor }, turn, hasJob }: WaitingRowProps): ReactElement {
  const { t } = useTranslation();
  const { id, priority } = run;
  const path = { id };
  const forWhat = t(`job.queue.for.${isRated(run) ? "rate" : waitsFor}`);
  const job = (
    <Link to="/jobs/$key" params={{ key: run.jobKey }} search={{ tab: "waiting" }} className="mono">
      {run.jobKey}
    </Link>
  );
  const since = <Relative at={run.enqueuedAt ?? run.createdAt} />;
  const mayNotPlace = useRefusal("runs:trigger", run.app);
  const mayNotOverride = useRefusal(["runs:trigger", "runs:override"], run.app);
  const mayNotCancel = useRefusal("runs:cancel", run.app);
  const next = useApiChange("runInstanceNext", { onDone: () => notifyDone(t("job.queue.isNext", { id })) });
  const place = useApiChange("prioritizeInstance");
  const [isCancelling, cancelling] = useDisclosure(false);
  return (
    <Table.Tr>
      <Table.Td className="end">{turn}</Table.Td>
      {hasJob && <Table.Td className="wide-cell">{job}</Table.Td>}
      <Table.Td>
        <Link to="/runs/$id" params={{ id }} className="mono" title={id}>
          <ShortRunId id={id} jobKey={run.jobKey} />
        </Link>
        {run.argsPreview !== null && <div className="mono dimmed waiting-args">{run.argsPreview}</div>}
        {hasJob && <div className="waiting-more">{job}</div>}
        <div className="waiting-more dimmed">
          {forWhat} · {since}
        </div>
      </Table.Td>
      <Table.Td className="wide-cell">{forWhat}</Table.Td>
      <Table.Td className="wide-cell">{since}</Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          miw={56}
          aria-label={t("job.queue.priorityOf", { id })}
          disabled={mayNotPlace !== null || place.isPending}
          title={mayNotPlace ?? undefined}
          value={priority < 1 ? "" : String(priority)}
          onChange={({ currentTarget: { value } }) =>
            place.mutate({ path, body: { priority: Number(value) } })
          }
          data={[...(priority < 1 ? [{ value: "", label: t("job.queue.first") }] : []), ...PRIORITIES]}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={4} className="waiting-actions">
          <RefusableButton
            variant="default"
            size="compact-xs"
            loading={next.isPending}
            refusal={mayNotOverride}
            aria-label={t("job.queue.nextOf", { id })}
            onClick={() => next.mutate({ path, body: {} })}
          >
            {t("job.queue.next")}
          </RefusableButton>
          <RefusableButton
            variant="default"
            size="compact-xs"
            refusal={mayNotCancel}
            aria-label={t("job.queue.removeOf", { id })}
            onClick={cancelling.open}
          >
            {t("job.queue.remove")}
          </RefusableButton>
        </Group>
        {isCancelling && (
          <Suspense>
            <CancelDialog id={id} onClose={cancelling.close} />
          </Suspense>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Whether it waits for its turn within a rate limit, and not for a slot. */
function isRated({ reasonCode, reasonParameters }: QueuedRun["run"]): boolean {
  if (reasonCode !== "waits_for_slot") return false;
  return (reasonParameters as { readonly perMs?: number }).perMs !== undefined;
}

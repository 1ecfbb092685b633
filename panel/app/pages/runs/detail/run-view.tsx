import { Anchor, Progress, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactElement, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../../api/operations.generated.ts";
import { withWords } from "../../../i18n/i18n.ts";
import { Relative } from "../../../time/time.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { HiddenPart, type HiddenPartProps } from "../../../ui/hidden-part.tsx";
import { JsonView } from "../../../ui/json/json-view.tsx";
import { jsonText } from "../../../ui/json/json-text.ts";
import { Notice } from "../../../ui/notice.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { ChildRuns } from "./child-runs.tsx";
import { CodeGoesOn } from "./code-goes-on.tsx";
import { RunError } from "../../../ui/failure/run-error.tsx";
import { Reruns, RunHistory } from "./run-history.tsx";
import { RunFacts } from "./run-facts.tsx";
import { Shards } from "./shards.tsx";
import { SlotHolders } from "./slot-holders.tsx";
import { RunTimeline } from "./run-timeline.tsx";
import { shardsDone } from "../parts/shards-done.ts";
import { isEnded } from "../parts/timeline.ts";
import { useFeature } from "../../../session/use-feature.ts";

const TaskRun = lazy(
  withWords(
    async () => ({ default: (await import("../../tasks/page/task-run.tsx")).TaskRun }),
    "task",
    "runJob",
  ),
);
const RunWhy = lazy(
  withWords(async () => ({ default: (await import("../../why/run-why.tsx")).RunWhy }), "why"),
);
const RunUsage = lazy(
  withWords(async () => ({ default: (await import("../../samples/run-usage.tsx")).RunUsage }), "samples"),
);
const LogView = lazy(async () => ({ default: (await import("../log/log-view.tsx")).LogView }));

/** As the API judges it. */
const ON_TIME_MS = 2000;

/** Everything about a run. */
export function RunView({ run }: { readonly run: Instance }): ReactElement {
  const { t } = useTranslation();
  const { id, state, error, args, result, progress, history } = run;
  const hasWhy = useFeature("why");
  const isOver = isEnded(state);
  // From its begin on: before that it has no graph.
  const isTask = history.some(({ reasonCode }) => reasonCode === "task");
  return (
    <div className="run">
      <div className="run-line">
        <span className="run-state">
          <StateBadge state={state} />
        </span>
        <Countdown run={run} />
        <span className="mono dimmed run-id">
          {id}
          <CopyButton label={t("instances.copyId")} text={() => id} />
        </span>
        <Anchor size="sm" renderRoot={(props) => <Link to="/runs/$id/folder" params={{ id }} {...props} />}>
          {t("instances.folder")}
        </Anchor>
      </div>
      <CancelRequest run={run} />
      <Reruns id={id} />
      <NoWorker run={run} />
      {run.abandoned !== null && <CodeGoesOn id={id} app={run.app} abandoned={run.abandoned} />}
      {lacksSlot(run) && <SlotHolders run={run} />}
      {progress !== null && !isOver && (
        <div className="run-progress">
          <Progress.Root size="md">
            <Progress.Section value={progress.fraction * 100} aria-label={t("instances.progress")} />
          </Progress.Root>
          <Text size="sm">
            <b>{Math.floor(progress.fraction * 100)} %</b> {shardsDone(run, t) ?? progress.message}
          </Text>
        </div>
      )}
      {error !== null && !isTask && <RunError error={error} />}
      {isTask && (
        <Suspense>
          <TaskRun id={id} args={args} error={error} />
        </Suspense>
      )}
      {hasWhy && mayBeAsked(run) && (
        <Suspense>
          <RunWhy run={run} />
        </Suspense>
      )}
      <div className="run-columns">
        <RunFacts run={run} />
        <div className="run-main">
          {run.routing?.shards !== undefined && <Shards id={id} shards={run.routing.shards} />}
          <Section title={t("instances.timeline")}>
            <RunTimeline run={run} />
          </Section>
          {run.usageSeries !== null && run.startedAt !== null && run.usage?.attempt === run.attempt && (
            <Suspense>
              <RunUsage series={run.usageSeries} startedAt={run.startedAt} />
            </Suspense>
          )}
          {/* Of a workflow its nodes write. */}
          {!isTask && (
            <Section title={t("instances.log")}>
              <Suspense>
                {run.hidden?.includes("log") === true ? (
                  <HiddenPart part="log" />
                ) : (
                  <LogView id={id} isRunning={!isOver} />
                )}
              </Suspense>
            </Section>
          )}
        </div>
        <div className="run-side">
          <Json
            title={t("instances.args")}
            label={t("instances.copyArgs")}
            value={args}
            hidden={run.hidden?.includes("args") === true ? "args" : null}
          />
          <Json
            title={t("instances.result")}
            label={t("instances.copyResult")}
            value={result}
            hidden={run.hidden?.includes("result") === true ? "result" : null}
          />
          {isOver && <ChildRuns id={id} />}
          <RunHistory id={id} />
        </div>
      </div>
    </div>
  );
}

/** Whether there is something to explain: one that began and succeeded in time needs no words. */
function mayBeAsked({ state, trigger, createdAt, enqueuedAt, startedAt }: Instance): boolean {
  if (state !== "Succeeded" || startedAt === null) return true;
  const due = Date.parse(trigger.nominalTime ?? enqueuedAt ?? createdAt);
  return Date.parse(startedAt) - due > ON_TIME_MS;
}

/** Whether it was skipped for want of a slot, or waits for one; what a rate holds back has none to wait for. */
function lacksSlot({ reasonCode, reasonParameters }: Instance): boolean {
  const { perMs } = (reasonParameters ?? {}) as { readonly perMs?: number };
  return reasonCode === "job_full" || (reasonCode === "waits_for_slot" && perMs === undefined);
}

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Section({ title, aside, children }: SectionProps): ReactElement {
  return (
    <section>
      <div className="run-section">
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface JsonProps {
  readonly title: string;
  /** Of the button that copies it. */
  readonly label: string;
  readonly value: unknown;
  /** The part that the reader may not see; `null` where it is shown. */
  readonly hidden: HiddenPartProps["part"] | null;
}

function Json({ title, label, value, hidden }: JsonProps): ReactElement {
  const { t } = useTranslation();
  if (hidden !== null)
    return (
      <Section title={title}>
        <HiddenPart part={hidden} />
      </Section>
    );
  if (value === null)
    return (
      <Section title={title}>
        <Text size="sm" c="dimmed">
          {t("instances.nothing")}
        </Text>
      </Section>
    );
  return (
    <Section title={title} aside={<CopyButton label={label} text={() => jsonText(value)} />}>
      <JsonView value={value} label={title} />
    </Section>
  );
}

/** The time until the run starts or is tried again. */
function Countdown({ run: { state, retryAt, scheduledFor } }: { readonly run: Instance }): ReactNode {
  const { t } = useTranslation();
  const [label, at] =
    state === "Failed"
      ? [t("instances.retryIn"), retryAt]
      : state === "Scheduled"
        ? [t("instances.startsIn"), scheduledFor]
        : ["", null];
  if (at === null) return null;
  return (
    <Text size="sm" span>
      {label} <Relative at={at} />
    </Text>
  );
}

function CancelRequest({ run }: { readonly run: Instance }): ReactNode {
  const { t } = useTranslation();
  if (run.cancelRequestedAt === null || isEnded(run.state)) return null;
  return (
    <div role="status" className="run-line">
      <Tag isWarning>{t("instances.cancelAsked")}</Tag>
      <Text size="sm" span>
        <Relative at={run.cancelRequestedAt} />
        {run.cancelReason !== null && ` · ${run.cancelReason}`}
      </Text>
    </div>
  );
}

function NoWorker({ run: { waitingFor, jobKey, app } }: { readonly run: Instance }): ReactNode {
  const { t } = useTranslation();
  if (waitingFor !== "worker") return null;
  return (
    <Notice title={t("instances.noWorker")}>
      {t("instances.noWorkerHint", { key: jobKey, app })}{" "}
      <Anchor size="sm" renderRoot={(props) => <Link to="/workers" {...props} />}>
        {t("instances.showWorkers")}
      </Anchor>
    </Notice>
  );
}

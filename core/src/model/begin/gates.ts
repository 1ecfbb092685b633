import { TriggerType } from "../instance/job-instance.ts";
import { JobKind } from "../option/job-kind.ts";
import type { DebugModes } from "../option/scheduler-options.ts";
import { Unique } from "../option/value/unique.ts";
import { WhenFull } from "../option/value/when-full.ts";
import { type Reason, ReasonCode } from "../reason.ts";
import { isInForce } from "./pause-in-force.ts";
import type { JobWindow } from "../window/job-window.ts";
import { WindowHolds } from "../window/time-window.ts";
import { meetsRule } from "./meets-rule.ts";
import type { GatedJob, Situation } from "./situation.ts";

/** The effect of a closed gate on the run. */
export const GateEffect = {
  /** It waits, and begins when the gate opens. */
  Wait: "wait",
  /** It is skipped; a retry is called off. */
  Skip: "skip",
  /** Its attempt ends without having begun. */
  End: "end",
  /** Another worker may begin it. */
  Elsewhere: "elsewhere",
} as const;
export type GateEffect = (typeof GateEffect)[keyof typeof GateEffect];

/** The part of a situation that a gate needs beside the job. */
export type GateKnowledge = Exclude<keyof Situation, "now">;

/** One reason for which a run may not begin: not yet, not here or not at all. */
export interface Gate {
  readonly code: ReasonCode;
  /** It is asked only where this is known. */
  readonly knows: GateKnowledge;
  readonly effect: GateEffect;
  /** Whether it can close for a run of the job as it is now. */
  readonly guards: (job: GatedJob) => boolean;
  /** Why the run may not begin; `null` where the gate is open. */
  readonly closed: (situation: Situation, job: GatedJob) => Reason | null;
}

interface GateParts<Part extends GateKnowledge> extends Pick<Gate, "code" | "effect"> {
  /** @default every job */
  readonly guards?: Gate["guards"];
  readonly closed: (situation: Situation & Required<Pick<Situation, Part>>, job: GatedJob) => Reason | null;
}

export type GateName =
  | "removed"
  | "tenant"
  | "quota"
  | "maxWaiting"
  | "runner"
  | "executorRule"
  | "draining"
  | "disabled"
  | "debugMode"
  | "paused"
  | "otherRun"
  | "waitTimeout"
  | "rate"
  | "slot"
  | "full";

/** Every gate, in the order in which a run passes them: the first that is closed decides what becomes of it. */
export const GATES: Readonly<Record<GateName, Gate>> = {
  removed: gate("job", {
    code: ReasonCode.JobDeleted,
    effect: GateEffect.End,
    // A run with a definition has a job that was not deleted.
    guards: () => false,
    closed: ({ job }) => (job === null ? { code: ReasonCode.JobDeleted } : null),
  }),
  tenant: gate("tenant", {
    code: ReasonCode.TenantDisabled,
    effect: GateEffect.Skip,
    closed: ({ tenant }) => (tenant.disabled ? { code: ReasonCode.TenantDisabled } : null),
  }),
  // What processes count together is taken and given back: whether there was any left is all that is known.
  quota: gate("usedUp", {
    code: ReasonCode.QuotaUsedUp,
    effect: GateEffect.Skip,
    closed: ({ usedUp }) => (usedUp === null ? null : { code: ReasonCode.QuotaUsedUp, parameters: usedUp }),
  }),
  maxWaiting: gate("waiting", {
    code: ReasonCode.WaitingLimit,
    effect: GateEffect.Skip,
    guards: ({ options }) => options.maxWaiting !== null,
    closed: ({ waiting }, { options: { maxWaiting: limit } }) =>
      limit === null || waiting < limit ? null : { code: ReasonCode.WaitingLimit, parameters: { limit } },
  }),
  runner: gate("worker", {
    code: ReasonCode.NoRunner,
    effect: GateEffect.Elsewhere,
    closed: ({ worker }, { work }) =>
      worker.hasRunner ? null : { code: ReasonCode.NoRunner, parameters: { work: work.kind } },
  }),
  executorRule: gate("worker", {
    code: ReasonCode.ExecutorRule,
    effect: GateEffect.Elsewhere,
    guards: ({ options: { executors } }) => executors.minVersion !== "" || hasKeys(executors.labels),
    closed: ({ worker }, { options: { executors } }) =>
      meetsRule(worker, executors) ? null : { code: ReasonCode.ExecutorRule, parameters: executors },
  }),
  draining: gate("worker", {
    code: ReasonCode.Draining,
    effect: GateEffect.Elsewhere,
    closed: ({ worker }) => (worker.isDraining ? { code: ReasonCode.Draining } : null),
  }),
  disabled: gate("job", {
    code: ReasonCode.JobDisabled,
    effect: GateEffect.Skip,
    guards: ({ options }) => options.disabled,
    closed: () => ({ code: ReasonCode.JobDisabled }),
  }),
  debugMode: gate("modes", {
    code: ReasonCode.DebugMode,
    effect: GateEffect.Skip,
    closed: ({ modes, run }) => {
      if (run?.trigger.manual === true) return null;
      const kind = run?.kind ?? anyIn(modes);
      return kind !== null && modes[kind] ? { code: ReasonCode.DebugMode, parameters: { kind } } : null;
    },
  }),
  paused: gate("run", {
    code: ReasonCode.Held,
    effect: GateEffect.Wait,
    guards: ({ pause, appPause, windows = [] }) => pause != null || appPause != null || windows.length > 0,
    // The job's own pause holds what its schedule fired; that of its app holds everything but what is run by hand. Windows do either.
    closed: ({ now, run: { trigger } }, { pause, appPause, windows = [] }) =>
      (trigger.type === TriggerType.Cron && (isInForce(pause, now) || isAnyOpen(windows, now))) ||
      (trigger.manual !== true && (isInForce(appPause, now) || isAnyOpen(windows.filter(holdsRuns), now)))
        ? { code: ReasonCode.Held }
        : null,
  }),
  otherRun: gate("other", {
    code: ReasonCode.WaitsForRun,
    effect: GateEffect.Wait,
    guards: ({ options }) => options.unique === Unique.Replace,
    closed: ({ other }) => (other === null ? null : { code: ReasonCode.WaitsForRun, parameters: { other } }),
  }),
  waitTimeout: gate("since", {
    code: ReasonCode.NotBegun,
    effect: GateEffect.End,
    guards: ({ options }) => options.waitTimeoutMs !== null,
    closed: ({ now, since }, { options: { waitTimeoutMs: limitMs } }) =>
      limitMs !== null && since !== null && since.getTime() + limitMs <= now.getTime()
        ? { code: ReasonCode.NotBegun, parameters: { limitMs } }
        : null,
  }),
  // A run of a job with a rate waits first, so that none overtakes.
  rate: gate("lane", {
    code: ReasonCode.WaitsForSlot,
    effect: GateEffect.Wait,
    guards: ({ options }) => options.rateLimit.max !== null,
    closed: ({ lane }, { options: { rateLimit } }) => {
      const { max, perMs } = rateLimit;
      return lane.hasTurn || max === null
        ? null
        : { code: ReasonCode.WaitsForSlot, parameters: { limit: max, perMs } };
    },
  }),
  slot: gate("lane", {
    code: ReasonCode.WaitsForSlot,
    effect: GateEffect.Wait,
    guards: hasLimit,
    closed: ({ lane }, { options: { maxConcurrency: limit, whenFull } }) =>
      // One that was snoozed was promised to be executed again.
      limit === null || lane.hasSlot || (whenFull === WhenFull.Skip && lane.isSnoozed !== true)
        ? null
        : { code: ReasonCode.WaitsForSlot, parameters: { limit } },
  }),
  full: gate("lane", {
    code: ReasonCode.JobFull,
    effect: GateEffect.Skip,
    guards: (job) => hasLimit(job) && job.options.whenFull === WhenFull.Skip,
    closed: ({ lane }, { options: { maxConcurrency: limit } }) =>
      limit === null || lane.hasSlot || lane.isSnoozed === true
        ? null
        : { code: ReasonCode.JobFull, parameters: { limit } },
  }),
};

function gate<Part extends GateKnowledge>(
  knows: Part,
  { guards = () => true, closed, ...gate }: GateParts<Part>,
): Gate {
  return { ...gate, knows, guards, closed: closed as Gate["closed"] };
}

/** A kind of jobs that runs only by hand. */
function anyIn(modes: DebugModes): JobKind | null {
  return Object.values(JobKind).find((kind) => modes[kind]) ?? null;
}

function isAnyOpen(windows: readonly JobWindow[], now: Date): boolean {
  return windows.some((window) => window.at(now) !== null);
}

function holdsRuns({ window }: JobWindow): boolean {
  return window.holds === WindowHolds.Runs;
}

function hasLimit({ options }: GatedJob): boolean {
  return options.maxConcurrency !== null;
}

function hasKeys(labels: object): boolean {
  return Object.keys(labels).length > 0;
}

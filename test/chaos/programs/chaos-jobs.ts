import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobContext,
  type JobRegistration,
  type RecurringJobOptions,
  type TriggeredJobOptions,
} from "@mojob/core";
import { type Clock, sleep, systemClock } from "@mojob/core/ports";
import type { EffectLedger } from "../ledger/effect-ledger.ts";

const KEPT = { maxInstances: 100_000, maxSkipped: 100_000 } as const;
const EVERY_FIRE = { policy: "fireAll", graceMs: 5000 } as const;

/** A job of the harness, as its code and its checker both know it. */
export interface ChaosJob {
  readonly key: string;
  /** `null` for a triggered one. */
  readonly periodMs: number | null;
  readonly workMs: readonly [from: number, to: number];
  /** Goes on although it was asked to end. @default false */
  readonly isDeaf?: boolean;
  /** Its code never returns: it ends with its process. @default false */
  readonly isHung?: boolean;
  /** Keeps its process's loop for as long as its arguments say. @default false */
  readonly isBlocking?: boolean;
  /** Its first attempt asks to be executed so much later. @default never */
  readonly snoozesMs?: number;
  readonly options: Omit<RecurringJobOptions & TriggeredJobOptions, "key" | "cron" | "args">;
}

function ticking(key: string, options: ChaosJob["options"], seconds = 1, workMs = 20): ChaosJob {
  return { key, periodMs: seconds * 1000, workMs: [workMs, workMs], options };
}

/** Fifteen fires a second, and what the driver triggers. */
export const CHAOS_JOBS: readonly ChaosJob[] = [
  // Nothing of these may be lost, and a dead worker's attempts are repeated.
  ...[1, 2, 3, 4, 5].map((index) =>
    ticking(`tick.${index}`, { maxConcurrency: null, retryCount: 4, misfire: EVERY_FIRE }),
  ),
  // Nothing of these may run twice.
  ...[1, 2, 3, 4].map((index) =>
    ticking(`once.${index}`, { maxConcurrency: null, retryCount: 0, misfire: EVERY_FIRE }),
  ),
  // Two schedules that name the same seconds: each fires, and what one owes the other cannot make up for.
  ticking("twins", {
    maxConcurrency: null,
    retryCount: 4,
    misfire: EVERY_FIRE,
    schedules: [{ name: "second", cron: "* * * * * *" }],
  }),
  // Longer than its period, one at a time: every other fire finds it full.
  ticking("alone", { maxConcurrency: 1, retryCount: 2 }, 1, 1300),
  ticking("strict", { maxConcurrency: null, misfire: { policy: "skip", graceMs: 1000 } }),
  ticking("latest", { maxConcurrency: 2, retryCount: 1, misfire: { policy: "fireOnce", graceMs: 1000 } }),
  // Each fire comes back for its slot while later ones are skipped.
  { ...ticking("nap", { maxConcurrency: 1, retryCount: 1 }, 1, 300), snoozesMs: 700 },
  { key: "mail", periodMs: null, workMs: [5, 40], options: { maxConcurrency: null, retryCount: 3 } },
  {
    key: "pair",
    periodMs: null,
    workMs: [200, 700],
    options: { maxConcurrency: 2, retryCount: 5, retryIntervalMs: 400 },
  },
  { key: "long", periodMs: null, workMs: [3000, 4000], options: { maxConcurrency: null, retryCount: 8 } },
  // Begins once no trigger has come for a while, though not for ever, with what the last one said.
  {
    key: "digest",
    periodMs: null,
    workMs: [5, 20],
    options: { maxConcurrency: null, retryCount: 3, debounceMs: 400, debounceMaxMs: 1500 },
  },
  // Customers take turns, and a run that waits for too long ends.
  {
    key: "line",
    periodMs: null,
    workMs: [100, 300],
    options: {
      maxConcurrency: 1,
      retryCount: 1,
      whenFull: "queue",
      fairness: { by: "args.customer" },
      waitTimeoutMs: 10_000,
    },
  },
  {
    key: "deaf",
    periodMs: null,
    workMs: [2000, 2500],
    isDeaf: true,
    options: { maxConcurrency: null, retryCount: 1, timeoutMs: 1000 },
  },
  // Each keeps its slot until its process ends, and what waits for one does not wait for ever.
  {
    key: "hung",
    periodMs: null,
    workMs: [0, 0],
    isHung: true,
    options: {
      maxConcurrency: 2,
      retryCount: 0,
      timeoutMs: 1000,
      whenFull: "queue",
      waitTimeoutMs: 10_000,
    },
  },
  {
    key: "block",
    periodMs: null,
    workMs: [0, 0],
    isBlocking: true,
    options: { maxConcurrency: null, retryCount: 3 },
  },
];

const DEFAULT_TIMEOUT_MS = 60_000;

export function timeoutOf({ options }: ChaosJob): number {
  return options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
}

/** The jobs' code: each attempt writes the ledger, works for as long as its run's id says, and logs which worker did it. */
export function chaosJobs(ledger: EffectLedger, clock: Clock = systemClock): readonly JobRegistration[] {
  return CHAOS_JOBS.map((job) => {
    const work = (context: JobContext, args: unknown = null): Promise<object> =>
      ledger.around(context, async () => {
        const { signal, attempt, instanceId } = context;
        if (job.isHung === true) await new Promise(() => {});
        if (job.isBlocking === true) blockLoop(Number(args));
        await sleep(clock, workMs(job, instanceId, attempt), job.isDeaf === true ? undefined : signal);
        if (job.isDeaf !== true) signal.throwIfAborted();
        if (job.snoozesMs !== undefined && attempt === 1) context.snooze(job.snoozesMs);
        return { attempt };
      });
    const common = {
      timeoutMs: DEFAULT_TIMEOUT_MS,
      retention: KEPT,
      ...job.options,
      key: job.key,
    };
    if (job.periodMs === null)
      return defineTriggeredJob({ ...common, execute: (args, context) => work(context, args) });
    const seconds = job.periodMs / 1000;
    const cron = seconds === 1 ? "* * * * * *" : `*/${seconds} * * * * *`;
    return defineRecurringJob({ ...common, cron, execute: (context) => work(context) });
  });
}

/** Lets nothing else of the process go on. */
function blockLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function workMs({ workMs: [from, to] }: ChaosJob, id: string, attempt: number): number {
  let hash = attempt;
  for (let index = 0; index < id.length; index += 1) hash = (hash * 31 + id.charCodeAt(index)) % 65_521;
  return from + (hash % (to - from + 1));
}

import { anInstance } from "@mojob/contract-tests";
import type { JobInstance, JobState } from "@mojob/core";
import type { HistoryEntry } from "@mojob/core/ports";
import type { EffectLine } from "../ledger/ledger-line.ts";
import type { CheckedJob, Evidence } from "./evidence.ts";

/** When everything that is made by hand begins. */
export const NOON_MS: number = Date.parse("2026-01-01T12:00:00.000Z");

export const TICK: CheckedJob = {
  key: "tick",
  periodMs: 1000,
  owedFromMs: NOON_MS,
  owedToMs: NOON_MS + 3000,
  maxConcurrency: null,
  retryCount: 0,
  timeoutMs: 5000,
};

export const MAIL: CheckedJob = { ...TICK, key: "mail", periodMs: null, maxConcurrency: 1, retryCount: 2 };

/** One step of a run: where it went and how much later than noon. */
export type Step = readonly [to: JobState, afterMs: number];

export interface RunSketch {
  readonly jobKey?: string;
  readonly fireMs?: number;
  readonly by?: string;
  readonly steps: readonly Step[];
  readonly overrides?: Partial<JobInstance>;
}

/** A record whose history took these steps. */
export function aRun(
  id: string,
  { jobKey = "mail", fireMs, by = "worker-1", steps, overrides }: RunSketch,
): JobInstance {
  let attempt = 0;
  const history = steps.map(([to, afterMs], index): HistoryEntry => {
    if (to === "Processing") attempt += 1;
    const from = steps[index - 1]?.[0] ?? null;
    return {
      from,
      to,
      attempt,
      at: new Date(NOON_MS + afterMs),
      worker: attempt > 0 ? by : null,
      reason: null,
    };
  });
  const state = steps.at(-1)?.[0] ?? "Enqueued";
  const createdAt = history[0]?.at ?? new Date(NOON_MS);
  const startedAt = history.findLast(({ to }) => to === "Processing")?.at ?? null;
  const isOpen = state === "Processing";
  return {
    ...anInstance(),
    id,
    app: "chaos",
    jobKey,
    lane: jobKey,
    kind: fireMs === undefined ? "triggered" : "recurring",
    state,
    trigger:
      fireMs === undefined ? { type: "api" } : { type: "cron", nominalTime: new Date(NOON_MS + fireMs) },
    args: null,
    argsPreview: null,
    createdAt,
    updatedAt: history.at(-1)?.at ?? createdAt,
    enqueuedAt: createdAt,
    startedAt,
    completedAt: isOpen ? null : (history.at(-1)?.at ?? null),
    attempt,
    retryCount: fireMs === undefined ? 2 : 0,
    worker: by,
    claim: isOpen ? "claim-1" : null,
    history,
    ...overrides,
  };
}

/** A fire of `tick` that went well, and what its code left in the ledger. */
export function aFire(fireMs: number): { readonly run: JobInstance; readonly lines: readonly EffectLine[] } {
  const id = `tick@${new Date(NOON_MS + fireMs).toISOString()}`;
  const run = aRun(id, {
    jobKey: "tick",
    fireMs,
    steps: [
      ["Enqueued", fireMs],
      ["Processing", fireMs + 10],
      ["Succeeded", fireMs + 40],
    ],
  });
  return { run, lines: someEffect(id, 1, fireMs + 15, fireMs + 30) };
}

/** The two lines of an attempt that ran to its end. */
export function someEffect(
  instanceId: string,
  attempt: number,
  fromMs: number,
  toMs: number,
  overrides: Partial<EffectLine> = {},
): readonly EffectLine[] {
  const common = {
    process: "worker-1",
    jobKey: "mail",
    instanceId,
    attempt,
    nominalTime: null,
    ...overrides,
  };
  return [
    { ...common, type: "begin", wallMs: NOON_MS + fromMs, monotonicMs: fromMs, ranToEnd: false },
    { ...common, type: "end", wallMs: NOON_MS + toMs, monotonicMs: toMs, ranToEnd: true },
  ];
}

/** Three seconds in which everything went well. */
export function aGoodDay(): Evidence {
  const fires = [1000, 2000, 3000].map(aFire);
  const mail = aRun("mail-1", {
    steps: [
      ["Enqueued", 0],
      ["Processing", 100],
      ["Succeeded", 900],
    ],
  });
  const instances = [...fires.map(({ run }) => run), mail];
  return {
    jobs: [TICK, MAIL],
    followed: new Map(instances.map(({ id }) => [id, 1])),
    ledger: [...fires.flatMap(({ lines }) => lines), ...someEffect("mail-1", 1, 110, 880)],
    instances,
    tasks: new Map(),
    answers: [],
    sightings: [],
    cursor: new Date(NOON_MS + 3000),
    executors: new Map([["worker-1", ["worker-1"]]]),
    skewMs: 0,
  };
}

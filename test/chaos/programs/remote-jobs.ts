import type { ChaosJob } from "./chaos-jobs.ts";

const KEPT = { maxInstances: 100_000, maxSkipped: 100_000 } as const;

/** Run by an executor that does what its protocol asks for. */
export const REMOTE_JOB: ChaosJob = {
  key: "remote",
  periodMs: null,
  workMs: [20, 200],
  options: { maxConcurrency: null, retryCount: 5, timeoutMs: 30_000, retention: KEPT },
};

/** Run by executors that lie. */
export const LIED_JOB: ChaosJob = {
  key: "lied",
  periodMs: null,
  workMs: [0, 0],
  options: {
    maxConcurrency: 3,
    retryCount: 2,
    timeoutMs: 2000,
    whenFull: "queue",
    waitTimeoutMs: 20_000,
    retention: KEPT,
  },
};

export const REMOTE_JOBS: readonly ChaosJob[] = [REMOTE_JOB, LIED_JOB];

/** As an executor declares it when it registers. */
export function declarationOf({ key, options }: ChaosJob): object {
  return { key, kind: "triggered", options };
}

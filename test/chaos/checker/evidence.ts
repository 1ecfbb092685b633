import type { JobInstance, JobState } from "@mojob/core";
import type { TaskFact } from "@mojob/core/ports";
import type { LedgerLine } from "../ledger/ledger-line.ts";

/** All that is known of a run of the harness once it has come to rest. */
export interface Evidence {
  readonly jobs: readonly CheckedJob[];
  /** What the jobs did, in the order it happened. */
  readonly ledger: readonly LedgerLine[];
  /** How often each run was followed, by its id. */
  readonly followed: ReadonlyMap<string, number>;
  /** Every record of the store. */
  readonly instances: readonly JobInstance[];
  /** The logs of tasks, by their runs. */
  readonly tasks: ReadonlyMap<string, readonly TaskFact[]>;
  /** The driver's requests to the API and their responses, oldest first. */
  readonly answers: readonly ApiAnswer[];
  /** Terminal states the driver saw while it went on. */
  readonly sightings: readonly Sighting[];
  /** Up to where the store says that every fire is recorded. */
  readonly cursor: Date | null;
  /** The supervisor's names for the processes each executor was in, one after the other. */
  readonly executors: ReadonlyMap<string, readonly string[]>;
  /** How far the clocks of those who write records may be apart. */
  readonly skewMs: number;
}

/** What is promised of a job. */
export interface CheckedJob {
  readonly key: string;
  /** A recurring job fires at every multiple of it; `null` for a triggered one. */
  readonly periodMs: number | null;
  /** The schedules beside its own, which fire at the same times. @default none */
  readonly schedules?: readonly string[];
  /** Fires are owed from here (exclusive) … */
  readonly owedFromMs: number;
  /** … to here (inclusive). */
  readonly owedToMs: number;
  readonly maxConcurrency: number | null;
  readonly retryCount: number;
  readonly timeoutMs: number;
  /** How long after its first trigger a debounced run is due at the latest. @default it is not debounced */
  readonly debounceMaxMs?: number;
}

interface Asked {
  readonly askedAtMs: number;
  /** `null` where no response came: it may or may not have happened. */
  readonly answeredAtMs: number | null;
}

export type ApiAnswer =
  | (Asked & {
      readonly type: "trigger";
      readonly jobKey: string;
      readonly idempotencyKey: string | null;
      readonly id: string | null;
      /** @default none */
      readonly args?: unknown;
    })
  | (Asked & {
      readonly type: "cancel";
      readonly id: string;
      /** The run's state in the response. */
      readonly state: JobState | null;
      /** The response said that the run had ended already. */
      readonly isRefused: boolean;
    })
  | (Asked & { readonly type: "pause" | "resume"; readonly jobKey: string })
  | (Asked & { readonly type: "edit"; readonly jobKey: string; readonly priority: number });

export interface Sighting {
  readonly id: string;
  readonly state: JobState;
  readonly atMs: number;
}

import type { JobContext, JobRegistration, JobState, SchedulerOptions, WorkerOptions } from "@mojob/core";
import { type KeyRing, parseKeyRing } from "@mojob/core/engine";
import type { IMoWorkRunner } from "@mojob/core/ports";
import type { ApiClient } from "./api-client.ts";

/** Where its runs are told to report; a test takes the path of it to the API. */
export const PUBLIC_URL = "https://jobs.example.com";

/** What its secrets are sealed with. */
export const KEYS: KeyRing = parseKeyRing(`test ${btoa("k".repeat(32))}`);

/** What a test wants deployed. */
export interface DeploymentRequest {
  readonly jobs: readonly JobRegistration[];
  /** What its workers run besides. @default nothing */
  readonly runners?: readonly IMoWorkRunner<JobContext>[];
  readonly scheduler?: SchedulerOptions;
  readonly worker?: WorkerOptions;
  /** Names of further workers with the same jobs. @default none */
  readonly others?: readonly string[];
  /** @default 30_000 */
  readonly shutdownGraceMs?: number;
}

/** A running system, whatever it is made of: the tests speak to its API and to its time, nothing else. */
export interface Deployment {
  readonly api: ApiClient;
  now(): Date;
  /** Lets this much of its time pass. */
  elapse(ms: number): Promise<void>;
  /** Lets work that needs no time to pass happen until the check resolves to something; fails with `what` when it does not. */
  until<Found>(what: string, check: () => Promise<Found | null | undefined | false>): Promise<Found>;
  /** One of the further workers leaves, as SIGTERM makes it. */
  leave(name: string): Promise<void>;
  /** Stops it as SIGTERM does, with its grace. */
  stop(): Promise<void>;
}

/** Makes deployments of one kind. */
export interface DeploymentHarness {
  readonly name: string;
  /** The suite's measure of time, whole seconds. @default 10_000 */
  readonly beatMs?: number;
  /** Its time is the world's: what needs hours of it cannot be tried. @default false */
  readonly isRealTime?: boolean;
  open(request: DeploymentRequest): Promise<Deployment>;
  /** Stops whatever a test left running. */
  cleanUp(): Promise<void>;
}

/** A run as the API returns it; the tests read these fields. */
export interface RunJson {
  readonly id: string;
  readonly jobKey: string;
  readonly state: JobState;
  readonly reason: string | null;
  readonly reasonCode: string | null;
  readonly attempt: number;
  readonly retryCount: number;
  readonly worker: string | null;
  readonly args: unknown;
  readonly result: unknown;
  readonly error: { readonly code: string; readonly message: string; readonly stack?: string } | null;
  readonly shard: number | null;
  readonly routing: {
    readonly executor: { readonly name: string; readonly address?: string } | null;
    readonly refused: readonly { readonly name: string; readonly why: string }[];
    readonly shards?: readonly { readonly name: string; readonly ended?: JobState }[];
  } | null;
  readonly progress: { readonly fraction: number; readonly message: string | null } | null;
  readonly trigger: {
    readonly type: string;
    readonly nominalTime?: string;
    readonly schedule?: string;
    readonly by?: string;
    readonly of?: string;
    readonly depth?: number;
  };
  readonly scheduledFor: string | null;
  readonly startedAt: string | null;
  readonly retryAt: string | null;
  readonly cancelRequestedAt: string | null;
  readonly abandoned: { readonly attempt: number; readonly worker: string; readonly at: string } | null;
  readonly missed: { readonly count: number; readonly from: string; readonly to: string } | null;
  readonly history: readonly {
    readonly at: string;
    readonly from: JobState | null;
    readonly to: JobState;
    readonly attempt: number;
    readonly reason: string | null;
  }[];
}

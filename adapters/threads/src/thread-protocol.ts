import type { JobDefinition, Principal } from "@mojob/core";
import type { JobFailure, JobInstance } from "@mojob/core/ports";

/** A message to a thread. */
export type ToThread =
  | { readonly kind: "run"; readonly run: ThreadRun }
  | { readonly kind: "abort"; readonly attemptId: string; readonly reason: ThrownError }
  | { readonly kind: "answer"; readonly call: number; readonly value: unknown }
  | { readonly kind: "refusal"; readonly call: number; readonly error: ThrownError };

/** One attempt, as plain data. */
export interface ThreadRun {
  /** Distinguishes the attempts of one thread. */
  readonly attemptId: string;
  /** The URL of the module that exports the job. */
  readonly module: string;
  readonly definition: JobDefinition;
  readonly instance: JobInstance;
  /** Counts from 1. */
  readonly attempt: number;
  /** As in the context of the worker. */
  readonly callbackUrl?: string;
  readonly scheduler: SchedulerIdentity;
  /** Whether it says at its end what it has used. @default false */
  readonly isMeasured?: true;
}

/** The properties of a scheduler that need no call. */
export interface SchedulerIdentity {
  readonly tenant: string;
  readonly scope: string | null;
  readonly principal: Principal;
  readonly hasWorkflows: boolean;
}

/** A message from a thread. */
export type FromThread =
  | { readonly kind: "log"; readonly level: LogMethod; readonly message: string }
  | { readonly kind: "progress"; readonly fraction: number; readonly message: string | undefined }
  | {
      readonly kind: "call";
      readonly call: number;
      readonly of: CallTarget;
      readonly steps: readonly CallStep[];
    }
  | { readonly kind: "usage"; readonly cpuMs: number }
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "snoozed"; readonly delayMs: number }
  | { readonly kind: "threw"; readonly error: ThrownError };

export type LogMethod = "debug" | "info" | "warn" | "error";

/** The target of a call: the scheduler of the context, or its files. */
export type CallTarget = "scheduler" | "files";

/** One call on the way to a result: of `scheduler.scoped("mail").jobs.list()` there are two. */
export interface CallStep {
  readonly path: readonly string[];
  readonly args: readonly unknown[];
}

/** An error as plain data: a thread's errors lose their properties on their way out. */
export interface ThrownError extends JobFailure {
  readonly isFinal: boolean;
  /** Its name, then its own code, where it has them. */
  readonly names: readonly string[];
}

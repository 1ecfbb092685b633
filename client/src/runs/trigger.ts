import type { JsonValue } from "@mojob/core";
import type { JobReference, AsJson, TriggerCall } from "@mojob/core/engine";
import { keyOf } from "@mojob/core/ports";
import type { Caller } from "../call/caller.ts";
import { type RemoteRun, remoteRun } from "./remote-run.ts";

export interface RemoteTriggerOptions {
  /** Run it this much later; not together with `runAt`. */
  readonly delayMs?: number;
  /** Run it then; a time in the past is now. */
  readonly runAt?: Date;
  /** Asked by hand: runs in debug mode too. @default false */
  readonly manual?: boolean;
  /** 1 (first) to 5 (last). @default the job's */
  readonly priority?: number;
  /** The trace that the run belongs to, as the header `traceparent` of W3C Trace Context has it. @default none */
  readonly traceparent?: string;
  /** The run whose code asks, which `context.scheduler` of a remote worker says by itself: runs that begin each other are bounded. @default none */
  readonly startedBy?: string;
  /** The same key and request return the same run. @default one of this call's own, so that its repeats make one run */
  readonly idempotencyKey?: string;
  /** Ends the call; the run it has asked for may be made all the same. */
  readonly signal?: AbortSignal;
}

/** Creates a run of a job; one signature, as `TriggerJob` of `@mojob/core` has it. */
export type TriggerRemotely = <TInput = unknown, TResult = JsonValue>(
  /** Its class or the value it was defined as, and the compiler checks both its arguments and result; by its key as text, neither. */
  job: string | JobReference<TInput, TResult>,
  ...call: TriggerCall<TInput, RemoteTriggerOptions>
) => Promise<RemoteRun<AsJson<Awaited<TResult>>>>;

export function createRemoteTrigger(caller: Caller): TriggerRemotely {
  const trigger = async (
    job: string | JobReference<never, unknown>,
    args?: unknown,
    options: RemoteTriggerOptions = {},
  ): Promise<RemoteRun<JsonValue>> => {
    const { signal, idempotencyKey = caller.createKey() } = options;
    const { instance } = await caller.call(
      "triggerJob",
      { path: { key: keyOf(job, caller.options.app) }, body: runBody(args, options) },
      { signal, idempotencyKey },
    );
    return remoteRun(caller, instance);
  };
  // Which job it is called with decides types alone.
  return trigger as TriggerRemotely;
}

/** The request body of a run that is asked for. */
export function runBody(
  args: unknown,
  { delayMs, runAt, manual, priority, traceparent, startedBy }: RemoteTriggerOptions,
): Readonly<Record<string, unknown>> {
  return {
    ...(args !== undefined && args !== null && { args }),
    ...(delayMs !== undefined && { delayMs }),
    ...(runAt !== undefined && { runAt: runAt.toISOString() }),
    ...(manual !== undefined && { manual }),
    ...(priority !== undefined && { priority }),
    ...(traceparent !== undefined && { traceparent }),
    ...(startedBy !== undefined && { startedBy }),
  };
}

import type { JsonValue } from "@mojob/core";
import type { Instance, Problem } from "../api/operations.generated.ts";
import type { CallOptions, Caller } from "../call/caller.ts";
import { isMoJobClientError, MoJobClientError } from "../call/client-error.ts";
import { type RemoteWaitOptions, waitForEnd } from "./wait-for-end.ts";

export interface RemoteCancelRequest extends Pick<CallOptions, "signal"> {
  readonly reason?: string;
}

/** A run that was triggered, and what can be done with it. */
export interface RemoteRun<TResult> {
  readonly id: string;
  /** The run as it was recorded. */
  readonly instance: Instance;
  /**
   * Resolves to what the job returned, once the run has succeeded.
   * @throws MoJobClientError `run_failed` (its `cause` is what the job threw, as it was kept), `run_skipped`, `cancelled`;
   * `timeout` when `timeoutMs` is over
   */
  result(options?: RemoteWaitOptions): Promise<TResult>;
  /** Asks the run to end. @throws MoJobClientError `already_terminal` */
  cancel(request?: RemoteCancelRequest): Promise<Instance>;
}

export function remoteRun<TResult>(caller: Caller, instance: Instance): RemoteRun<TResult> {
  const { id } = instance;
  return {
    id,
    instance,
    result: async (options) => resultOf(await waitForEnd(caller, id, options)) as TResult,
    cancel: (request) => cancelRun(caller, id, request),
  };
}

/** Asks a run to end, once: a repeated call finds the run that the first has cancelled. */
export async function cancelRun(
  caller: Caller,
  id: string,
  { reason, signal }: RemoteCancelRequest = {},
): Promise<Instance> {
  const path = { id };
  const body = reason === undefined ? {} : { reason };
  try {
    return (await caller.call("cancelInstance", { path, body }, { signal, isRepeatable: true })).instance;
  } catch (error) {
    if (!isMoJobClientError(error, "already_terminal")) throw error;
    const run = await caller.call("getInstance", { path }, { signal });
    if (run.state !== "Cancelled") throw error;
    return run;
  }
}

const FAILED_ENDS: Readonly<Record<string, Problem["code"]>> = {
  Terminated: "run_failed",
  Skipped: "run_skipped",
  Cancelled: "cancelled",
};

/** The result of a run that has ended. @throws MoJobClientError `run_failed`, `run_skipped`, `cancelled` */
export function resultOf(run: Instance): JsonValue {
  const code = FAILED_ENDS[run.state];
  if (code === undefined) return run.result as JsonValue;
  const why = run.error?.message ?? run.cancelReason ?? run.reason;
  throw new MoJobClientError(
    code,
    `Run "${run.id}" of job "${run.jobKey}" ended as ${run.state}${why == null ? "" : `: ${why}`}`,
    run.error === null ? {} : { cause: run.error },
  );
}

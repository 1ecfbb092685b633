import type { JsonValue } from "../base/json.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { CancelRequest, TriggerRequest } from "./instance-requests.ts";
import type { JobReference, AsJson } from "./typed-job.ts";

/** How long to wait for a run's end. */
export interface WaitOptions {
  /** @default for ever */
  readonly timeoutMs?: number;
  /** Ends the wait, not the run: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A run that was triggered, and what can be done with it. */
export interface StartedRun<TResult> {
  readonly id: string;
  /** The run as it was recorded. */
  readonly instance: JobInstance;
  /**
   * Resolves to what the job returned, once the run has succeeded.
   * @throws MoJobError `run_failed` (its `cause` is what the job threw, as it was kept), `run_skipped`, `cancelled`;
   * `timeout` when `timeoutMs` is over
   */
  result(options?: WaitOptions): Promise<TResult>;
  /** As `InstanceService.cancel`. */
  cancel(request?: CancelRequest): Promise<JobInstance>;
}

export type TriggerOptions = Omit<TriggerRequest, "args">;

/** The parameters behind the job in a call: its arguments may be left out where it takes none. */
export type TriggerCall<TInput, Options = TriggerOptions> = undefined extends TInput
  ? OptionalArgs<TInput, Options>
  : null extends TInput
    ? OptionalArgs<TInput, Options>
    : [args: NoInfer<TInput>, options?: Options];

type OptionalArgs<TInput, Options> = [args?: NoInfer<TInput>, options?: Options];

/**
 * Creates a run of a job and hands it to the runtime. One signature for both ways to name a job: with two, the compiler would say of
 * missing arguments that the job is no string.
 */
export type TriggerJob = <TInput = unknown, TResult = JsonValue>(
  /** Its class or the value it was defined as, and the compiler checks both its arguments and result; by its key as text, neither. */
  job: string | JobReference<TInput, TResult>,
  ...call: TriggerCall<TInput>
) => Promise<StartedRun<AsJson<Awaited<TResult>>>>;

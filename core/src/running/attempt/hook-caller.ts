import type { AroundRun } from "../../job/around-run.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { MeasuredJob, RunMetrics } from "../../model/metrics/run-metrics.ts";
import type { SettledAttempt } from "./run-end.ts";
import type { RunningAttempt } from "./running-attempt.ts";
import type { AttemptEnd, AttemptStart, RunHooks } from "./run-hooks.ts";

export interface HookCallerOptions {
  readonly hooks: RunHooks;
  readonly metrics: RunMetrics | undefined;
  readonly onError: (error: unknown) => void;
}

/** Measures attempts, and calls the host's hooks so that nothing they do reaches the run. */
export class HookCaller {
  readonly #options: HookCallerOptions;

  constructor(options: HookCallerOptions) {
    this.#options = options;
  }

  started(run: RunningAttempt, instance: MeasuredJob & Pick<JobInstance, "enqueuedAt" | "startedAt">): void {
    const { hooks, metrics } = this.#options;
    const { enqueuedAt, startedAt } = instance;
    if (run.attempt === 1 && enqueuedAt !== null && startedAt !== null)
      metrics?.began(instance, startedAt.getTime() - enqueuedAt.getTime());
    const { onRunStart } = hooks;
    if (onRunStart === undefined) return;
    const { tenant, jobKey, instanceId, attempt, trigger } = run;
    this.#call(() => onRunStart({ tenant, jobKey, instanceId, attempt, trigger }));
  }

  ended(
    run: Pick<AttemptEnd, keyof AttemptStart | "durationMs">,
    instance: MeasuredJob,
    { outcome, failure, error, retryAt }: Pick<SettledAttempt, "outcome" | "failure" | "error" | "retryAt">,
  ): void {
    const { hooks, metrics } = this.#options;
    metrics?.ended(instance, outcome, run.durationMs);
    if (retryAt !== null) metrics?.retried(instance);
    const { onRunEnd } = hooks;
    if (onRunEnd === undefined) return;
    const { tenant, jobKey, instanceId, attempt, trigger, durationMs } = run;
    // Spelled out, because two objects and a spread for every run cost more.
    this.#call(() =>
      onRunEnd({
        tenant,
        jobKey,
        instanceId,
        attempt,
        trigger,
        outcome,
        durationMs,
        failure,
        error,
        retryAt,
      }),
    );
  }

  /** The hook around each attempt; `undefined` where there is none. */
  get around(): AroundRun | undefined {
    return this.#options.hooks.around;
  }

  #call(hook: () => unknown): void {
    try {
      const returned = hook();
      if (returned instanceof Promise) returned.catch(this.#options.onError);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

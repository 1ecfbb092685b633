import type { Clock } from "../../base/clock.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { RunMetrics } from "../../model/metrics/run-metrics.ts";
import type { SettledAttempt } from "./attempt-settler.ts";
import type { RunningAttempt } from "./running-attempt.ts";
import type { RunHooks } from "./run-hooks.ts";

export interface HookCallerOptions {
  readonly app: string;
  readonly hooks: RunHooks;
  readonly metrics: RunMetrics | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Measures attempts, and calls the host's hooks so that nothing they do reaches the run. */
export class HookCaller {
  readonly #options: HookCallerOptions;

  constructor(options: HookCallerOptions) {
    this.#options = options;
  }

  started(run: RunningAttempt, { enqueuedAt }: Pick<JobInstance, "enqueuedAt">): void {
    const { app, hooks, metrics, clock } = this.#options;
    const { jobKey, attempt } = run;
    if (attempt === 1 && enqueuedAt !== null)
      metrics?.began({ app, jobKey }, clock.now().getTime() - enqueuedAt.getTime());
    const { onRunStart } = hooks;
    if (onRunStart === undefined) return;
    const { tenant, instanceId, trigger } = run;
    this.#call(() => onRunStart({ tenant, jobKey, instanceId, attempt, trigger }));
  }

  ended(run: RunningAttempt, { outcome, failure, error, retryAt }: SettledAttempt): void {
    const { app, hooks, metrics } = this.#options;
    const { tenant, jobKey, instanceId, attempt, trigger, durationMs } = run;
    metrics?.ended({ app, jobKey }, outcome, durationMs);
    if (retryAt !== null) metrics?.retried({ app, jobKey });
    const { onRunEnd } = hooks;
    if (onRunEnd === undefined) return;
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

  #call(hook: () => unknown): void {
    try {
      const returned = hook();
      if (returned instanceof Promise) returned.catch(this.#options.onError);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

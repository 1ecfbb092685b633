import type { Clock } from "../../base/clock.ts";
import { NonRetryableError } from "../../base/error.ts";
import type { JobContext } from "../../job/job-context.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { LONGEST_DELAY_MS } from "../../model/instance/new-run.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { RegisteredKind } from "../../model/job-work.ts";
import type { IMoWorkRunner, WorkAttempt } from "../../ports/work-runner.ts";
import { valueOfArgs } from "./value-of-args.ts";
import { isWaitWork, WAIT_KIND, type WaitWork } from "./wait-work.ts";

/** Waits for a time: the run is snoozed until then, and holds no place on a worker meanwhile. */
export class WaitRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = WAIT_KIND;
  readonly handlers: readonly string[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  canRun({ work }: JobDefinition): boolean {
    return isWaitWork(work);
  }

  /**
   * Resolves once the time has come.
   * @throws what `context.snooze` throws before that; NonRetryableError where the expression has no value, or none that is a time
   */
  async run({ definition, instance, context }: WorkAttempt<JobContext>): Promise<{ readonly until: string }> {
    const { work, key } = definition;
    if (!isWaitWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it is no wait`);
    context.signal.throwIfAborted();
    const begunAt = firstBegun(instance) ?? this.#clock.now();
    const untilMs = await this.#endOf(work, begunAt, context);
    const leftMs = untilMs - this.#clock.now().getTime();
    if (leftMs <= 0) return { until: new Date(untilMs).toISOString() };
    return context.snooze(Math.max(1, leftMs));
  }

  /** In milliseconds since 1970; the same for each attempt of the run. */
  async #endOf({ for: wait }: WaitWork, begunAt: Date, context: JobContext): Promise<number> {
    if ("ms" in wait) {
      const ms = await valueOfArgs(wait.ms, context, this.#clock);
      if (typeof ms === "number" && ms <= LONGEST_DELAY_MS) return begunAt.getTime() + Math.max(0, ms);
      throw new NonRetryableError(
        `Cannot wait for "${wait.ms}": a number of milliseconds is wanted, at most ${LONGEST_DELAY_MS}, a year`,
      );
    }
    const until = await valueOfArgs(wait.until, context, this.#clock);
    const untilMs = Date.parse(typeof until === "string" ? until : "");
    if (untilMs - begunAt.getTime() <= LONGEST_DELAY_MS) return untilMs;
    throw new NonRetryableError(
      `Cannot wait until "${wait.until}": a time such as 2026-01-31T08:00:00Z is wanted, within a year`,
    );
  }
}

/** When the run's first attempt began; `null` while it is the first. */
function firstBegun({ history }: Pick<JobInstance, "history">): Date | null {
  return history.find(({ to }) => to === JobState.Processing)?.at ?? null;
}

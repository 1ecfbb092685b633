import type { Clock } from "../../base/clock.ts";
import { NonRetryableError } from "../../base/error.ts";
import type { JobContext } from "../../job/job-context.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { RegisteredKind } from "../../model/job-work.ts";
import type { IMoWorkRunner, WorkAttempt } from "../../ports/work-runner.ts";
import { WorkError, WorkErrorCode } from "../work-error.ts";
import { CONDITION_KIND, isConditionWork } from "./condition-work.ts";
import { valueOfArgs } from "./value-of-args.ts";

/** Chooses branches by the arguments of a run: its result has the names of those that are taken. */
export class ConditionRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = CONDITION_KIND;
  readonly handlers: readonly string[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  canRun({ work }: JobDefinition): boolean {
    return isConditionWork(work);
  }

  /** @throws WorkError `no_branch` where none holds; NonRetryableError where an expression has no value */
  async run({
    definition,
    context,
  }: WorkAttempt<JobContext>): Promise<{ readonly branches: readonly string[] }> {
    const { work, key } = definition;
    if (!isConditionWork(work)) throw new NonRetryableError(`Cannot run job "${key}": it is no condition`);
    context.signal.throwIfAborted();
    const taken: string[] = [];
    for (const { name, when } of work.branches) {
      // Each in its turn: the first that holds ends it.
      // oxlint-disable-next-line no-await-in-loop
      const holds = await valueOfArgs(when, context, this.#clock);
      if (typeof holds !== "boolean")
        throw new NonRetryableError(`Cannot choose branch "${name}": its expression has to be true or false`);
      if (holds) taken.push(name);
      if (holds && work.all !== true) break;
    }
    if (taken.length === 0 && work.else !== undefined) taken.push(work.else);
    if (taken.length === 0) throw new WorkError(WorkErrorCode.NoBranch, {});
    context.log.info(`Taken: ${taken.join(", ")}`);
    return { branches: taken };
  }
}

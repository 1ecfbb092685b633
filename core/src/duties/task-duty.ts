import type { Clock } from "../base/clock.ts";
import type { TaskDriver } from "../driver/task-driver.ts";
import type { Duty, DutyPass } from "./duty.ts";

/** What another process wrote is seen this late at most. */
const EVERY_MS = 1000;
const SOONEST_MS = 5;
const PAGE_SIZE = 200;

export interface TaskDutyOptions {
  readonly tasks: Pick<TaskDriver, "takeDue" | "onDue">;
  readonly clock: Clock;
}

/** Goes on with tasks when something is due in them: waits that are over, approvals and runs that take too long. */
export class TaskDuty implements Duty {
  readonly name = "task";
  readonly everyMs: number = EVERY_MS;
  readonly #options: TaskDutyOptions;

  constructor(options: TaskDutyOptions) {
    this.#options = options;
  }

  onDue(listener: () => void): () => void {
    return this.#options.tasks.onDue(listener);
  }

  async run(): Promise<DutyPass> {
    const { tasks, clock } = this.#options;
    const next = await tasks.takeDue(PAGE_SIZE);
    const dueInMs = next === null ? Infinity : next.getTime() - clock.now().getTime();
    if (dueInMs > EVERY_MS) return { nextInMs: EVERY_MS, slackMs: Infinity };
    return { nextInMs: Math.max(dueInMs, SOONEST_MS) };
  }
}

import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { TaskHost } from "../work/task-host.ts";
import { isTask } from "../model/job-work.ts";
import type { Duty, DutyPass } from "./duty.ts";

/** How late, at most, writes of other processes are seen. */
const EVERY_MS = 1000;
const SOONEST_MS = 5;
const PAGE_SIZE = 200;

export interface TaskDutyOptions {
  readonly tasks: Pick<TaskHost, "takeDue" | "onDue">;
  readonly cache: Pick<JobDefinitionCache, "getAll" | "onChange">;
  readonly clock: Clock;
  /** Shares its loop, because each loop has timers of its own. */
  readonly beside: Duty;
}

/**
 * Goes on with tasks when something is due in them: waits that are over, approvals and runs that take too long. Another duty
 * does its passes in the same loop, in its own time.
 */
export class TaskDuty implements Duty {
  readonly name: string;
  readonly everyMs: number;
  readonly #options: TaskDutyOptions;
  #hasTasks = false;
  /** The next pass of the duty beside it. */
  #besideAtMs = 0;
  #besideSlackMs = 0;

  constructor(options: TaskDutyOptions) {
    this.#options = options;
    this.name = options.beside.name;
    this.everyMs = options.beside.everyMs;
  }

  onDue(listener: () => void): () => void {
    const { tasks, cache } = this.#options;
    const stops = [tasks.onDue(listener), cache.onChange(() => !this.#hasTasks && listener())];
    return () => stops.forEach((stop) => stop());
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { beside, cache, clock } = this.#options;
    this.#hasTasks = (await cache.getAll()).some(isTask);
    const own: DutyPass = this.#hasTasks ? await this.#takeDue() : { nextInMs: Infinity };
    let leftMs = this.#besideAtMs - clock.now().getTime();
    if (leftMs <= 0) {
      const pass = await beside.run(signal);
      leftMs = pass?.nextInMs ?? beside.everyMs;
      this.#besideSlackMs = pass === undefined ? Infinity : (pass.slackMs ?? 0);
      this.#besideAtMs = clock.now().getTime() + leftMs;
    }
    if (own.nextInMs < leftMs) return own;
    return { nextInMs: leftMs, slackMs: this.#besideSlackMs };
  }

  async #takeDue(): Promise<DutyPass> {
    const { tasks, clock } = this.#options;
    const next = await tasks.takeDue(PAGE_SIZE);
    const dueInMs = next === null ? Infinity : next.getTime() - clock.now().getTime();
    if (dueInMs > EVERY_MS) return { nextInMs: EVERY_MS, slackMs: Infinity };
    return { nextInMs: Math.max(dueInMs, SOONEST_MS) };
  }
}

import type { ApiAnswer, CheckedJob } from "./evidence.ts";

/** What holds for a fire of this nominal time, as far as the answers of the API say. */
export type FireDuty = "owed" | "forbidden" | "either";

/** What callers made of one recurring job over time: paused or not, and with which priority. */
export class JobTimeline {
  readonly #job: CheckedJob;
  readonly #steps: readonly ApiAnswer[];

  constructor(job: CheckedJob, answers: readonly ApiAnswer[]) {
    this.#job = job;
    this.#steps = answers.filter((answer) => "jobKey" in answer && answer.jobKey === job.key);
  }

  /** Every nominal time the job can have fired at. */
  *nominalTimes(): Iterable<number> {
    const { periodMs, owedFromMs, owedToMs } = this.#job;
    if (periodMs === null) return;
    for (let at = Math.floor(owedFromMs / periodMs + 1) * periodMs; at <= owedToMs; at += periodMs) yield at;
  }

  dutyAt(nominalMs: number): FireDuty {
    let duty: FireDuty = "owed";
    for (const { type, askedAtMs, answeredAtMs } of this.#steps) {
      if (type !== "pause" && type !== "resume") continue;
      if (askedAtMs > nominalMs) break;
      const isSettled = answeredAtMs !== null && answeredAtMs < nominalMs;
      duty = !isSettled ? "either" : type === "pause" ? "forbidden" : "owed";
    }
    return duty;
  }

  /** The priority a fire of this time must have, made when it was made; `null` where it may have had either. */
  priorityAt(nominalMs: number, madeAtMs: number): number | null {
    let priority: number | null = null;
    for (const step of this.#steps) {
      if (step.type !== "edit") continue;
      if (step.askedAtMs > Math.max(nominalMs, madeAtMs)) break;
      const isSettled = step.answeredAtMs !== null && step.answeredAtMs < nominalMs;
      priority = isSettled ? step.priority : null;
    }
    return priority;
  }
}

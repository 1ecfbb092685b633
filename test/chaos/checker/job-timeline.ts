import type { ApiAnswer, CheckedJob } from "./evidence.ts";

/** What holds for a fire of this nominal time, as far as the API's responses say. */
export type FireDuty = "owed" | "forbidden" | "either";

/**
 * A stopped process serves the requests it had when it goes on, long after their callers gave up: the longest stop is
 * half a minute.
 */
const DONE_WITHIN_MS = 60_000;

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
    const steps = this.#steps.filter(({ type }) => type === "pause" || type === "resume");
    const last = lastCertain(steps, nominalMs, nominalMs, ({ type }) => type);
    if (last === "unsure") return "either";
    return last?.type === "pause" ? "forbidden" : "owed";
  }

  /** The priority a fire of this time must have, made when it was made; `null` where it may have had either. */
  priorityAt(nominalMs: number, madeAtMs: number): number | null {
    const steps = this.#steps.filter((step) => step.type === "edit");
    const last = lastCertain(steps, nominalMs, Math.max(nominalMs, madeAtMs), ({ priority }) => priority);
    return last === "unsure" ? null : (last?.priority ?? null);
  }
}

/**
 * The last step that was acknowledged by then, unless another one with another effect may have come after it: one that was
 * asked for until the fire was made, or one from before that never had a response and may have been done late.
 */
function lastCertain<Step extends ApiAnswer>(
  steps: readonly Step[],
  settledByMs: number,
  askedUntilMs: number,
  effectOf: (step: Step) => unknown,
): Step | null | "unsure" {
  const last =
    steps.findLast(({ answeredAtMs }) => answeredAtMs !== null && answeredAtMs < settledByMs) ?? null;
  const isOpen = steps.some((step) => {
    if (step.askedAtMs > askedUntilMs || (last !== null && effectOf(step) === effectOf(last))) return false;
    if (last === null || step.askedAtMs > last.askedAtMs) return true;
    return step.answeredAtMs === null && step.askedAtMs + DONE_WITHIN_MS > last.askedAtMs;
  });
  return isOpen ? "unsure" : last;
}

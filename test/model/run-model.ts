import type { JobInstance, JobState } from "@mojob/core";
import type { HistoryEntry } from "@mojob/core/ports";

/**
 * What a run may do, said a second time and without the core's code: every history the project leaves behind, of a unit
 * test or of a night of chaos, must be a walk this model takes.
 */
export class RunModel {
  #state: JobState | null = null;
  #attempt = 0;
  /** The last attempt whose code has begun: a later one may have ended by its wait. */
  #begun = 0;
  #atMs = -Infinity;
  readonly #toleranceMs: number;

  /** @param toleranceMs how far the clocks of those who wrote may be apart */
  constructor(toleranceMs = 0) {
    this.#toleranceMs = toleranceMs;
  }

  get state(): JobState | null {
    return this.#state;
  }

  get attempt(): number {
    return this.#attempt;
  }

  /** Takes a step; returns why the model would not, if so. */
  take({ from, to, attempt, at, reason }: HistoryEntry): string | null {
    // No edge: the slot of code that goes on past its attempt's end.
    if (reason?.code === "slot_given_back" && from === to && from === this.#state) {
      const { attempt: abandoned } = reason.parameters;
      return abandoned === this.#begun
        ? null
        : `the slot of attempt ${abandoned} is given back, and attempt ${this.#begun} began last`;
    }
    const refusal = this.#refuse(from, to, attempt, at.getTime());
    this.#state = to;
    this.#attempt = attempt;
    if (to === "Processing" && reason?.code !== "not_begun") this.#begun = attempt;
    this.#atMs = Math.max(this.#atMs, at.getTime());
    return refusal;
  }

  #refuse(from: JobState | null, to: JobState, attempt: number, atMs: number): string | null {
    if (from !== this.#state) return `it says it left "${from}" while it was "${this.#state}"`;
    if (!(EDGES[from ?? "new"] ?? []).includes(to)) return `there is no edge from "${from}" to "${to}"`;
    const next = to === "Processing" ? this.#attempt + 1 : this.#attempt;
    if (attempt !== next) return `"${to}" belongs to attempt ${next}, not ${attempt}`;
    if (atMs < this.#atMs - this.#toleranceMs)
      return `"${to}" is ${this.#atMs - atMs} ms before what it follows`;
    return null;
  }
}

const EDGES: Readonly<Record<string, readonly JobState[]>> = {
  new: ["Scheduled", "Enqueued"],
  Scheduled: ["Enqueued", "Cancelled"],
  Enqueued: ["Processing", "Skipped", "Cancelled"],
  // Skipped is a broadcast alone, of which every shard was.
  Processing: ["Succeeded", "Failed", "Cancelled", "Scheduled", "Skipped"],
  Failed: ["Processing", "Terminated", "Cancelled"],
};

/** What is wrong with a record: each step the model would not take, and an end that is not where the steps lead. */
export function complaintsAbout(run: JobInstance, toleranceMs = 0): readonly string[] {
  const model = new RunModel(toleranceMs);
  const complaints = run.history.flatMap((entry) => model.take(entry) ?? []);
  if (model.state !== run.state)
    complaints.push(`it is "${run.state}", but its history ends in "${model.state}"`);
  if (model.attempt !== run.attempt)
    complaints.push(`it is in attempt ${run.attempt}, but its history ends in ${model.attempt}`);
  if (run.attempt > 1 + run.retryCount)
    complaints.push(`it has begun ${run.attempt} attempts, and its job allows ${1 + run.retryCount}`);
  if (run.abandoned !== null && !["Failed", "Terminated", "Cancelled"].includes(run.state))
    complaints.push(`it is "${run.state}", and its code is abandoned`);
  if ((run.claim !== null) !== (run.state === "Processing"))
    complaints.push(`it is "${run.state}" with claim "${run.claim}"`);
  return complaints;
}

import type { LeaseOutcome } from "../protocol.ts";

/** A call that is repeated for a lost response comes soon after it. */
const MOST_KEPT = 10_000;

/** The outcomes of the leases that ended last, for calls that are repeated. */
export class FinishedLeases {
  readonly #outcomes = new Map<string, LeaseOutcome>();

  add(lease: string, outcome: LeaseOutcome): void {
    this.#outcomes.set(lease, outcome);
    if (this.#outcomes.size <= MOST_KEPT) return;
    const [oldest] = this.#outcomes.keys();
    if (oldest !== undefined) this.#outcomes.delete(oldest);
  }

  get(lease: string): LeaseOutcome | undefined {
    return this.#outcomes.get(lease);
  }
}

import type { ExecutorRecord } from "../model/executor-record.ts";
import type { RoutingMemory } from "../placement/strategies/strategy.ts";

interface JobHistory extends RoutingMemory {
  turn: number;
  readonly given: Map<string, { readonly count: number; readonly latest: number }>;
}

/** What this process chose before: for each job, and for each executor since its latest heartbeat. */
export class RoutingHistory {
  readonly #jobs = new Map<string, JobHistory>();
  readonly #sent = new Map<string, number>();
  /** The heartbeats since which runs are counted. */
  readonly #seenAtMs = new Map<string, number>();

  /** @param firstTurn the turn a job begins with, so that processes that have chosen nothing yet do not all begin alike */
  of(jobKey: string, firstTurn: () => number): RoutingMemory {
    const known = this.#jobs.get(jobKey);
    if (known !== undefined) return known;
    const begun = { turn: firstTurn(), given: new Map(), sent: this.#sent };
    this.#jobs.set(jobKey, begun);
    return begun;
  }

  note(jobKey: string, executorId: string): void {
    this.#sent.set(executorId, (this.#sent.get(executorId) ?? 0) + 1);
    const history = this.#jobs.get(jobKey);
    if (history === undefined) return;
    const { given } = history;
    // One that is new begins with as many as the others have at least, or it would get all runs until it has.
    const before = given.get(executorId)?.count ?? Math.min(...[...given.values()].map(({ count }) => count));
    given.set(executorId, { count: (Number.isFinite(before) ? before : 0) + 1, latest: history.turn });
    history.turn += 1;
  }

  /** Takes notice of heartbeats, and forgets the executors that are no longer alive. */
  update(alive: readonly Pick<ExecutorRecord, "id" | "lastSeenAt">[]): void {
    const seenAtMs = new Map(alive.map(({ id, lastSeenAt }) => [id, lastSeenAt.getTime()]));
    for (const id of this.#sent.keys())
      if (seenAtMs.get(id) !== this.#seenAtMs.get(id)) this.#sent.delete(id);
    this.#seenAtMs.clear();
    for (const [id, ms] of seenAtMs) this.#seenAtMs.set(id, ms);
    for (const { given } of this.#jobs.values())
      for (const id of given.keys()) if (!seenAtMs.has(id)) given.delete(id);
  }
}

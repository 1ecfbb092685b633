import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { RoutingMemory } from "../../placement/strategies/strategy.ts";
import { SentRuns } from "./sent-runs.ts";

interface JobHistory extends RoutingMemory {
  turn: number;
  readonly given: Map<string, { readonly count: number; readonly latest: number }>;
}

/** The earlier choices of this process, for each job and for each executor. */
export class RoutingHistory {
  readonly #jobs = new Map<string, JobHistory>();
  /** Which runs each executor was sent. */
  readonly sent: SentRuns = new SentRuns();

  /** @param firstTurn the turn a job begins with, so that processes that have chosen nothing yet do not all begin alike */
  of(jobKey: string, firstTurn: () => number): RoutingMemory {
    const known = this.#jobs.get(jobKey);
    if (known !== undefined) return known;
    const begun = { turn: firstTurn(), given: new Map(), sent: this.sent.counts };
    this.#jobs.set(jobKey, begun);
    return begun;
  }

  note(jobKey: string, executorId: string, runId: string): void {
    this.sent.note(executorId, runId);
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
    this.sent.update(alive);
    const ids = new Set(alive.map(({ id }) => id));
    for (const { given } of this.#jobs.values())
      for (const id of given.keys()) if (!ids.has(id)) given.delete(id);
  }
}

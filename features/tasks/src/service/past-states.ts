import { type LoopTurns, newTaskState } from "@mojob/core/engine";
import type { AskedValue } from "@mojob/core/feature";
import { foldInTurns, type TaskFact, type TaskState } from "@mojob/core/ports";

/** Facts between which others have their turns. */
const FACTS_OF_STRETCH = 10_000;

/** Where a task stood at the ends of visits of its loops. */
export class PastStates {
  readonly #state: TaskState;
  readonly #log: readonly TaskFact[];
  readonly #turns: LoopTurns;
  /** The number of the last fact of each node in each visit. */
  #ends: ReadonlyMap<string, number> | null = null;
  readonly #states = new Map<number, TaskState>();

  /** @param log all facts of the task */
  constructor(state: TaskState, log: readonly TaskFact[], turns: LoopTurns) {
    this.#state = state;
    this.#log = log;
    this.#turns = turns;
  }

  /** Reads the log once for all that is asked, however many visits that are. */
  async prepare(asked: readonly AskedValue[]): Promise<void> {
    if (asked.every(({ visit }) => visit === undefined)) return;
    this.#ends = await this.#turns.run(endsIn(this.#log));
    const { id, tenant, key, version } = this.#state;
    let state = newTaskState({ id, tenant, key, version });
    const wanted = asked.flatMap(({ node, visit }) => this.#endOf(node, visit) ?? []);
    for (const seq of new Set(wanted.toSorted((one, other) => one - other))) {
      // oxlint-disable-next-line no-await-in-loop -- each goes on from the one before
      state = await this.#turns.run(foldInTurns(state, this.#log.slice(state.seq, seq)));
      this.#states.set(seq, state);
    }
  }

  /** `null` where the node has no such visit, and where it was not prepared. */
  atEndOf(node: string | undefined, visit: string): TaskState | null {
    return this.#states.get(this.#endOf(node, visit) ?? 0) ?? null;
  }

  #endOf(node: string | undefined, visit: string | undefined): number | undefined {
    return this.#ends?.get(nameOf(node ?? "", visit ?? ""));
  }
}

function* endsIn(log: readonly TaskFact[]): Generator<void, ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for (const fact of log) {
    if ("node" in fact) ends.set(nameOf(fact.node, fact.visit), fact.seq);
    if (fact.seq % FACTS_OF_STRETCH === 0) yield;
  }
  return ends;
}

function nameOf(node: string, visit: string): string {
  return `${node}~${visit}`;
}

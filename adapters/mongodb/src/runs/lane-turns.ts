import { type FairShare, turnAfter, type TurnsWaiting } from "@mojob/core/ports";
import type { Filter, Sort } from "mongodb";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { withTurn } from "../documents/typed-filter.ts";

/** The order of turns: what an index has them in. */
export const BY_TURN = { priority: 1, turn: 1, createdAt: 1, id: 1 } as const;

/** Reads the first run that waits, in this order, if there is one. */
export type ReadFirst = (
  filter: Filter<InstanceDocument>,
  order: Sort,
) => Promise<readonly InstanceDocument[]>;

/** The turns of a batch of runs that begin to wait: what is read once, and what it gave since. */
export class LaneTurns {
  readonly #read: ReadFirst;
  readonly #firsts = new Map<string, TurnsWaiting["first"]>();
  readonly #lasts = new Map<string, number | null>();

  constructor(read: ReadFirst) {
    this.#read = read;
  }

  /** The turn of a run, behind those that were given before. */
  async turnOf(
    { tenant, priority }: Pick<InstanceDocument, "tenant" | "priority">,
    lane: string,
    share: FairShare,
  ): Promise<number> {
    const ofAll = JSON.stringify([tenant, lane, priority]);
    const ofKey = JSON.stringify([tenant, lane, priority, share.key]);
    let first = this.#firsts.get(ofAll);
    if (first === undefined) {
      const [found] = await this.#read(withTurn(tenant, lane, [priority]), BY_TURN);
      first =
        found?.turn === undefined ? null : { turn: found.turn ?? 0, weight: found.fairShare?.weight ?? 1 };
    }
    let last = this.#lasts.get(ofKey);
    if (last === undefined) {
      const [found] = await this.#read(withTurn(tenant, lane, [priority, share.key]), { turn: -1 });
      last = found?.turn ?? null;
    }
    const turn = turnAfter(share, { first, last });
    this.#firsts.set(ofAll, first ?? { turn, weight: share.weight });
    this.#lasts.set(ofKey, turn);
    return turn;
  }
}

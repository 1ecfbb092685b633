import { type FairShare, turnAfter, type TurnsWaiting } from "@mojob/core/ports";
import type { Filter, Sort } from "mongodb";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { withTurn, withTurnOf } from "../documents/waiting-filter.ts";

/** The order of turns: what an index has them in. */
export const BY_TURN = { priority: 1, turn: 1, createdAt: 1, id: 1 } as const;

/** Reads the first run that waits, in this order, if there is one. */
export type ReadFirst = (
  filter: Filter<InstanceDocument>,
  order: Sort,
) => Promise<readonly InstanceDocument[]>;

/** The turns of a batch of runs that begin to wait: what is read once, and what was given since. */
export class LaneTurns {
  readonly #read: ReadFirst;
  readonly #firsts = new Map<string, TurnsWaiting["first"]>();
  readonly #lasts = new Map<string, number | null>();
  /** The largest turn that was given of each key, written or not. */
  readonly #given = new Map<string, number>();

  constructor(read: ReadFirst) {
    this.#read = read;
  }

  /** Another process has written meanwhile: what it knows is read again. A turn that was refused is not given a second time. */
  forget(): void {
    this.#firsts.clear();
    this.#lasts.clear();
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
      const [found] = await this.#read(withTurn(tenant, lane, priority), BY_TURN);
      first =
        found?.turn === undefined ? null : { turn: found.turn ?? 0, weight: found.fairShare?.weight ?? 1 };
    }
    let last = this.#lasts.get(ofKey);
    if (last === undefined) {
      const [found] = await this.#read(withTurnOf(tenant, lane, priority, share.key), { turn: -1 });
      last = Math.max(found?.turn ?? 0, this.#given.get(ofKey) ?? 0) || null;
    }
    const turn = turnAfter(share, { first, last });
    this.#firsts.set(ofAll, first ?? { turn, weight: share.weight });
    this.#lasts.set(ofKey, turn);
    this.#given.set(ofKey, turn);
    return turn;
  }
}

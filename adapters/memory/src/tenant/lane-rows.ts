import { type FairShare, type JobInstance, turnAfter, type TurnsWaiting } from "@mojob/core/ports";
import { compareByTurn, type InstanceRow } from "../rows/instance-row.ts";
import { RowList } from "../rows/row-list.ts";
import { SlotSet } from "../rows/slot-set.ts";

/** One lane: the slots that are taken, and the runs that wait for one, in the order of their turns. */
export class LaneRows {
  readonly slots: SlotSet = new SlotSet();
  #waiting: RowList | null = null;
  /** Those with a turn, by priority and key. */
  #shares: Map<string, RowList> | null = null;

  get isEmpty(): boolean {
    return this.slots.taken === 0 && this.#waiting === null;
  }

  /** Whether a run other than this one waits. */
  hasOthers(row: InstanceRow): boolean {
    const size = this.#waiting?.size ?? 0;
    return size > 1 || (size === 1 && this.#waiting?.first() !== row);
  }

  first(most: number): InstanceRow[] {
    const found: InstanceRow[] = [];
    for (const { rows } of this.#waiting?.blocks ?? []) {
      if (found.length >= most) break;
      found.push(...rows.slice(0, most - found.length));
    }
    return found;
  }

  /** The turn of a run that joins, `null` where it has no fair share. */
  turnOf({ fairShare, priority }: JobInstance): number | null {
    if (fairShare === null) return null;
    const last = this.#shares?.get(shareKey(priority, fairShare))?.last()?.record.turn ?? null;
    return turnAfter(fairShare, { first: this.#first(priority), last });
  }

  add(row: InstanceRow): void {
    (this.#waiting ??= new RowList("inLane", compareByTurn)).add(row);
    const { fairShare, turn, priority } = row.record;
    if (fairShare === null || turn === null) return;
    const key = shareKey(priority, fairShare);
    const shares = (this.#shares ??= new Map());
    let share = shares.get(key);
    if (share === undefined) shares.set(key, (share = new RowList("inShare", compareByTurn)));
    share.add(row);
  }

  /** Removes a row whose record is still as it was added. */
  remove(row: InstanceRow): void {
    this.#waiting?.remove(row);
    if (this.#waiting?.size === 0) this.#waiting = null;
    const { fairShare, priority } = row.record;
    if (fairShare === null) return;
    const key = shareKey(priority, fairShare);
    const share = this.#shares?.get(key);
    share?.remove(row);
    if (share?.size === 0) this.#shares?.delete(key);
  }

  /** The first of those with this priority that take turns. */
  #first(priority: number): TurnsWaiting["first"] {
    const isBefore = ({ record }: InstanceRow): boolean =>
      record.priority < priority || (record.priority === priority && record.turn === null);
    const place = this.#waiting?.seek(isBefore);
    const found = place && this.#waiting?.blocks[place.block]?.rows[place.index]?.record;
    if (found?.priority !== priority || found.turn === null) return null;
    return { turn: found.turn, weight: found.fairShare?.weight ?? 1 };
  }
}

function shareKey(priority: number, { key }: FairShare): string {
  return `${priority}/${key}`;
}

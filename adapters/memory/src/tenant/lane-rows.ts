import { compareByTurn, type InstanceRow } from "../rows/instance-row.ts";
import { RowList } from "../rows/row-list.ts";
import { SlotSet } from "../rows/slot-set.ts";

/** One lane: the slots that are taken, and the runs that wait for one, in the order of their turns. */
export class LaneRows {
  readonly slots: SlotSet = new SlotSet();
  #waiting: RowList | null = null;

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

  add(row: InstanceRow): void {
    (this.#waiting ??= new RowList("inLane", compareByTurn)).add(row);
  }

  remove(row: InstanceRow): void {
    this.#waiting?.remove(row);
    if (this.#waiting?.size === 0) this.#waiting = null;
  }
}

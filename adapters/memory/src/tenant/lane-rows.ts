import { type JobInstance, type LaneView, turnAfter, type TurnsWaiting } from "@mojob/core/ports";
import { compareByTurn, type InstanceRow, type RowLane } from "../rows/instance-row.ts";
import { RowList } from "../rows/row-list.ts";
import { ShareRows } from "../rows/share-rows.ts";
import { SlotSet } from "../rows/slot-set.ts";

/** One lane: the slots that are taken, and the runs that wait for one, in the order of their turns. */
export class LaneRows implements RowLane, LaneView<InstanceRow> {
  readonly #name: string;
  /** The lanes in which slots are taken or runs wait: there may be one for each customer. */
  readonly #lanes: Map<string, LaneRows>;
  readonly #slots = new SlotSet();
  #waiting: RowList | null = null;
  /** The runs with a turn, by priority, then key. */
  #shares: Map<number, Map<string, ShareRows>> | null = null;

  constructor(name: string, lanes: Map<string, LaneRows>) {
    this.#name = name;
    this.#lanes = lanes;
  }

  get taken(): number {
    return this.#slots.taken;
  }

  get next(): InstanceRow | undefined {
    return this.#waiting?.first();
  }

  isFull(limit: number): boolean {
    return this.#slots.taken >= limit;
  }

  hasOthers(row: InstanceRow): boolean {
    const size = this.#waiting?.size ?? 0;
    return size > 1 || (size === 1 && this.#waiting?.first() !== row);
  }

  take(limit: number): number | null {
    this.#keep();
    return this.#slots.take(limit);
  }

  free(row: InstanceRow, slot: number): void {
    this.#slots.free(slot);
    this.#leave(row);
  }

  first(most: number): InstanceRow[] {
    const found: InstanceRow[] = [];
    for (const { rows } of this.#waiting?.blocks ?? []) {
      if (found.length >= most) break;
      found.push(...rows.slice(0, most - found.length));
    }
    return found;
  }

  turnOf({ fairShare, priority }: JobInstance): number | null {
    if (fairShare === null) return null;
    const last = this.#shares?.get(priority)?.get(fairShare.key)?.lastTurn() ?? null;
    return turnAfter(fairShare, { first: this.#first(priority), last });
  }

  add(row: InstanceRow): void {
    this.#keep();
    row.lane = this;
    (this.#waiting ??= new RowList("inLane", compareByTurn)).add(row);
    const { fairShare, turn, priority } = row.record;
    if (fairShare === null || turn === null) return;
    const shares = (this.#shares ??= new Map());
    let ofPriority = shares.get(priority);
    if (ofPriority === undefined) shares.set(priority, (ofPriority = new Map()));
    let share = ofPriority.get(fairShare.key);
    if (share === undefined) ofPriority.set(fairShare.key, (share = new ShareRows()));
    share.add(row);
  }

  remove(row: InstanceRow): void {
    this.#waiting?.remove(row);
    if (this.#waiting?.size === 0) this.#waiting = null;
    this.#leave(row);
    const { inShare: share, record } = row;
    if (!(share instanceof ShareRows)) return;
    share.remove(row);
    if (share.size > 0 || record.fairShare === null) return;
    const ofPriority = this.#shares?.get(record.priority);
    ofPriority?.delete(record.fairShare.key);
    if (ofPriority?.size === 0) this.#shares?.delete(record.priority);
  }

  #keep(): void {
    if (this.#isEmpty) this.#lanes.set(this.#name, this);
  }

  #leave(row: InstanceRow): void {
    row.lane = null;
    if (this.#isEmpty) this.#lanes.delete(this.#name);
  }

  get #isEmpty(): boolean {
    return this.#slots.taken === 0 && this.#waiting === null;
  }

  /** The first of those with this priority that take turns. */
  #first(priority: number): TurnsWaiting["first"] {
    const next = this.next?.record;
    // As a rule all that wait have one priority and a turn.
    const isThis = next !== undefined && next.priority === priority && next.turn !== null;
    const found = isThis ? next : this.#seekFirst(priority)?.record;
    if (found?.priority !== priority || found.turn === null) return null;
    return { turn: found.turn, weight: found.fairShare?.weight ?? 1 };
  }

  #seekFirst(priority: number): InstanceRow | undefined {
    const isBefore = ({ record }: InstanceRow): boolean =>
      record.priority < priority || (record.priority === priority && record.turn === null);
    const place = this.#waiting?.seek(isBefore);
    return place && this.#waiting?.blocks[place.block]?.rows[place.index];
  }
}

import type { InstanceRow } from "./instance-row.ts";

/** Removed rows are dropped together once there are so many, and more than others. */
const MOST_REMOVED = 32;

/** The runs of one key and priority that wait for a slot of a lane, by their turns. A row that joins nearly always has the last turn. */
export class ShareRows {
  /** Removed rows are still in it for a while: their `inShare` says so. */
  #rows: InstanceRow[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The largest turn; `null` where nobody waits. */
  lastTurn(): number | null {
    for (let last = this.#rows.at(-1); last !== undefined; last = this.#rows.at(-1)) {
      if (last.inShare === this) return last.record.turn;
      this.#rows.pop();
    }
    return null;
  }

  add(row: InstanceRow): void {
    const { turn } = row.record;
    const last = this.lastTurn();
    row.inShare = this;
    this.#size += 1;
    if (turn === null || last === null || turn >= last) {
      this.#rows.push(row);
      return;
    }
    this.#rows = [...this.#left(), row].toSorted((a, b) => (a.record.turn ?? 0) - (b.record.turn ?? 0));
  }

  remove(row: InstanceRow): void {
    row.inShare = null;
    this.#size -= 1;
    const removed = this.#rows.length - this.#size;
    if (removed > MOST_REMOVED && removed > this.#size) this.#rows = this.#left();
  }

  #left(): InstanceRow[] {
    return this.#rows.filter(({ inShare }) => inShare === this);
  }
}

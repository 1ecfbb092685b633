import { JOB_STATES } from "@mojob/core/ports";
import { endedAtMs, type InstanceRow, IS_TERMINAL, type RowHolder, type RowHome } from "./instance-row.ts";

/** The parts of a list that its blocks need. */
export interface RowOrder {
  readonly home: RowHome;
  /** Rows by state index. */
  readonly counts: number[];
  /** How many of these rows are parts of other runs. */
  readonly parts: number[];
}

/** A stretch of neighbouring rows of a list that knows how many are in each state, so that a search can step over it. */
export class RowBlock implements RowHolder {
  readonly list: RowOrder;
  rows: InstanceRow[];
  /** Rows by state index. */
  readonly counts: number[] = JOB_STATES.map(() => 0);
  /** No run of the block ended before this, in milliseconds; where rows left, it may be too early, never too late. */
  oldestEndMs: number = Infinity;

  constructor(list: RowOrder, rows: InstanceRow[]) {
    this.list = list;
    this.rows = rows;
    for (const row of rows) this.enter(row);
  }

  /** Counts a row that was put into the block. */
  enter(row: InstanceRow): void {
    row[this.list.home] = this;
    this.counts[row.state]! += 1;
    if (IS_TERMINAL[row.state]) this.#ended(row);
  }

  /** Counts a row's change of state, here and in the list. */
  move(row: InstanceRow, from: number, to: number): void {
    this.counts[from]! -= 1;
    this.counts[to]! += 1;
    this.list.counts[from]! -= 1;
    this.list.counts[to]! += 1;
    if (row.partOf !== null) {
      this.list.parts[from]! -= 1;
      this.list.parts[to]! += 1;
    }
    if (IS_TERMINAL[to]) this.#ended(row);
  }

  #ended(row: InstanceRow): void {
    const atMs = endedAtMs(row);
    if (atMs < this.oldestEndMs) this.oldestEndMs = atMs;
  }

  holdsAny(states: readonly number[]): boolean {
    for (const state of states) if (this.counts[state]! > 0) return true;
    return false;
  }
}

/** How many of these counted rows are in a terminal state. */
export function terminalCount(counts: readonly number[]): number {
  return counts.reduce((sum, count, state) => (IS_TERMINAL[state] ? sum + count : sum), 0);
}

import { JOB_STATES } from "@mojob/core/ports";
import type { InstanceRow, RowHome } from "./instance-row.ts";
import { RowBlock } from "./row-block.ts";

/** Bigger blocks make fewer steps over what does not match, smaller ones cheaper inserts out of order. */
const BLOCK_SIZE = 256;

/** Below this a block is joined with its neighbour, where both fit. */
const SPARSE_BLOCK_SIZE = BLOCK_SIZE / 4;

/** Where something stands in a list: a block and a place in it. */
export interface RowPlace {
  readonly block: number;
  readonly index: number;
}

/**
 * Rows in order, in blocks of neighbours: rows nearly always arrive at the end, where adding is one comparison.
 *
 * A sorted tree for each filter would do as much with more: a row changes its state twice, and here that is a few
 * counters instead of leaving and entering trees.
 */
export class RowList {
  readonly home: RowHome;
  readonly blocks: RowBlock[] = [];
  /** Rows by state index. */
  readonly counts: number[] = JOB_STATES.map(() => 0);
  /** How many of these rows are parts of other runs. */
  readonly parts: number[] = JOB_STATES.map(() => 0);
  readonly #compare: (a: InstanceRow, b: InstanceRow) => number;
  #size = 0;

  constructor(home: RowHome, compare: (a: InstanceRow, b: InstanceRow) => number) {
    this.home = home;
    this.#compare = compare;
  }

  get size(): number {
    return this.#size;
  }

  first(): InstanceRow | undefined {
    return this.blocks[0]?.rows[0];
  }

  last(): InstanceRow | undefined {
    return this.blocks.at(-1)?.rows.at(-1);
  }

  add(row: InstanceRow): void {
    this.#size += 1;
    this.counts[row.state]! += 1;
    if (row.partOf !== null) this.parts[row.state]! += 1;
    const end = this.blocks.at(-1);
    const last = end?.rows.at(-1);
    if (!end || !last || this.#compare(row, last) > 0) {
      if (!end || end.rows.length >= BLOCK_SIZE) {
        this.blocks.push(new RowBlock(this, [row]));
      } else {
        end.rows.push(row);
        end.enter(row);
      }
      return;
    }
    // A late row is seldom late by much.
    const place =
      this.#compare(row, end.rows[0]!) > 0
        ? { block: this.blocks.length - 1, index: this.#placeNearEnd(end.rows, row) }
        : this.seek((other) => this.#compare(other, row) < 0);
    const block = this.blocks[place.block]!;
    block.rows.splice(place.index, 0, row);
    block.enter(row);
    if (block.rows.length > BLOCK_SIZE) this.#split(place.block);
  }

  remove(row: InstanceRow): void {
    const block = row[this.home];
    if (!(block instanceof RowBlock) || block.list !== this) return;
    this.#size -= 1;
    this.counts[row.state]! -= 1;
    if (row.partOf !== null) this.parts[row.state]! -= 1;
    block.counts[row.state]! -= 1;
    block.rows.splice(block.rows.indexOf(row), 1);
    row[this.home] = null;
    if (block.rows.length < SPARSE_BLOCK_SIZE && (this.blocks.length > 1 || block.rows.length === 0))
      this.#join(this.blocks.indexOf(block));
  }

  /** The first place whose row is not before what is sought; past the end of the last block when there is none. */
  seek(isBefore: (row: InstanceRow) => boolean): RowPlace {
    let low = 0;
    let high = this.blocks.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(this.blocks[middle]!.rows.at(-1)!)) low = middle + 1;
      else high = middle;
    }
    const rows = this.blocks[low]?.rows ?? [];
    let from = 0;
    let to = rows.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (isBefore(rows[middle]!)) from = middle + 1;
      else to = middle;
    }
    return { block: low, index: from };
  }

  #placeNearEnd(rows: readonly InstanceRow[], row: InstanceRow): number {
    let to = rows.length - 1;
    let step = 1;
    while (to >= step && this.#compare(rows[to - step]!, row) > 0) {
      to -= step;
      step *= 2;
    }
    let from = Math.max(0, to - step + 1);
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(rows[middle]!, row) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #split(index: number): void {
    const { rows } = this.blocks[index]!;
    const middle = rows.length >>> 1;
    this.blocks.splice(
      index,
      1,
      new RowBlock(this, rows.slice(0, middle)),
      new RowBlock(this, rows.slice(middle)),
    );
  }

  /** Removes an empty block, and joins a sparse one with a neighbour where both fill half a block at most. */
  #join(index: number): void {
    if (this.blocks[index]?.rows.length === 0) {
      this.blocks.splice(index, 1);
      return;
    }
    for (const first of [index, index - 1]) {
      const pair = first < 0 ? [] : this.blocks.slice(first, first + 2);
      const size = pair.reduce((sum, block) => sum + block.rows.length, 0);
      if (pair.length < 2 || size > BLOCK_SIZE / 2) continue;
      this.blocks.splice(
        first,
        2,
        new RowBlock(
          this,
          pair.flatMap((block) => block.rows),
        ),
      );
      return;
    }
  }
}

import type { JobState } from "@mojob/core";
import { BEFORE_ALL_ENDS, encodeCursor, parseCursor } from "@mojob/core/ports";
import type { InstanceRow } from "./instance-row.ts";

/** The ended runs of a tenant, numbered in the order they ended in; a number is never given twice. */
export class EndedRows {
  /** Names the store, because the numbers of an earlier one mean nothing here. */
  readonly #epoch: string;
  readonly #rows: InstanceRow[] = [];
  #latest = 0;
  #removed = 0;

  constructor(epoch: string) {
    this.#epoch = epoch;
  }

  add(row: InstanceRow): void {
    this.#latest += 1;
    row.endNumber = this.#latest;
    this.#rows.push(row);
  }

  /** Forgets a row; places of removed rows are given up together, so that removing one moves no other. */
  remove(row: InstanceRow): void {
    if (row.endNumber === 0) return;
    row.isRemoved = true;
    this.#removed += 1;
    if (this.#removed * 2 <= this.#rows.length) return;
    const left = this.#rows.filter(({ isRemoved }) => !isRemoved);
    this.#rows.length = 0;
    for (const one of left) this.#rows.push(one);
    this.#removed = 0;
  }

  /** The rows after the position, in these states, and the position of the last that was looked at, or `until` where there are no more before it. */
  after(
    position: string,
    limit: number,
    {
      states,
      until,
    }: { readonly states?: readonly JobState[] | undefined; readonly until?: string | undefined } = {},
  ): { readonly rows: readonly InstanceRow[]; readonly position: string } {
    let number = this.numberOf(position);
    const last = until === undefined ? Infinity : this.numberOf(until);
    const rows: InstanceRow[] = [];
    for (let index = this.#firstAfter(number); index < this.#rows.length && rows.length < limit; index += 1) {
      const row = this.#rows[index] as InstanceRow;
      if (row.endNumber > last) break;
      number = row.endNumber;
      if (!row.isRemoved && (states === undefined || states.includes(row.record.state))) rows.push(row);
    }
    const isDone = until !== undefined && rows.length < limit && number <= last;
    return { rows, position: isDone ? until : this.#encode(number) };
  }

  /** The position after every run that has ended so far. */
  end(): string {
    return this.#encode(this.#latest);
  }

  /** @throws MoJobError `invalid_argument` */
  numberOf(position: string): number {
    if (position === BEFORE_ALL_ENDS) return 0;
    const [epoch, number] = parseCursor(position, ["string", "number"]);
    return epoch === this.#epoch ? number : 0;
  }

  #encode(number: number): string {
    return encodeCursor([this.#epoch, number]);
  }

  /** The index of the first row with a higher number. */
  #firstAfter(number: number): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#rows[middle] as InstanceRow).endNumber <= number) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

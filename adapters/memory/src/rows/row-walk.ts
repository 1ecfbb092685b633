import type { JobState } from "@mojob/core";
import { compareToPosition, type InstanceRow, type RowPosition, stateIndex } from "./instance-row.ts";
import type { RowList } from "./row-list.ts";

/** Rows in these states (all without), newest first, from the one before `before`. Blocks without any are stepped over. */
export function* newestFirst(
  list: RowList,
  before: RowPosition | null,
  states?: readonly JobState[],
): Generator<InstanceRow> {
  const wanted = states?.map(stateIndex);
  const start = before ? list.seek((row) => compareToPosition(row, before) < 0) : null;
  for (let at = start?.block ?? list.blocks.length - 1; at >= 0; at -= 1) {
    const block = list.blocks[at];
    if (!block || (wanted && !block.holdsAny(wanted))) continue;
    const end = at === start?.block ? start.index : block.rows.length;
    for (let index = end - 1; index >= 0; index -= 1) {
      const row = block.rows[index]!;
      if (!wanted || wanted.includes(row.state)) yield row;
    }
  }
}

/** As `newestFirst`, the other way round, from the one after `after`. */
export function* oldestFirst(
  list: RowList,
  after: RowPosition | null,
  states: readonly JobState[],
): Generator<InstanceRow> {
  const wanted = states.map(stateIndex);
  const start = after ? list.seek((row) => compareToPosition(row, after) <= 0) : { block: 0, index: 0 };
  for (let at = start.block; at < list.blocks.length; at += 1) {
    const block = list.blocks[at]!;
    if (!block.holdsAny(wanted)) continue;
    for (let index = at === start.block ? start.index : 0; index < block.rows.length; index += 1) {
      const row = block.rows[index]!;
      if (wanted.includes(row.state)) yield row;
    }
  }
}

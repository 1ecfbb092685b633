import {
  type BatchState,
  fromRanges,
  ItemBits,
  ItemEnd,
  type ItemRanges,
  type KeptItems,
} from "@mojob/core/feature";

/** The items of a batch that stay as they ended: those that were ok; where only some are executed again, all others. */
export function keptItems({ count, ok, bad, bits }: BatchState, only?: ItemRanges): KeptItems {
  const ends = ItemBits.parse(bits);
  if (only === undefined) return { count, ok, bits: ends.onlyOk().toString() };
  const again = fromRanges(only);
  for (const item of again) ends.set(item, ItemEnd.None);
  return { count, ok, bad: bad - again.length, bits: ends.toString(), only };
}

/** Says of an item whether the batch executes it. */
export function itemsToRun({ ok, bits, only }: BatchState): (item: number) => boolean {
  if (only !== undefined) {
    const items = new Set(fromRanges(only));
    return (item) => items.has(item);
  }
  if (ok === 0) return () => true;
  const ends = ItemBits.parse(bits);
  return (item) => ends.get(item) !== ItemEnd.Ok;
}

/** Whether all of these are items of a batch that failed, each named once. */
export function haveFailed(batch: BatchState | undefined, items: readonly number[]): boolean {
  if (batch === undefined || items.length === 0 || new Set(items).size < items.length) return false;
  const ends = ItemBits.parse(batch.bits);
  return items.every((item) => item < batch.count && ends.get(item) === ItemEnd.Bad);
}

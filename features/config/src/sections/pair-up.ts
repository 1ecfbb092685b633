import type { JsonObject } from "@mojob/core/ports";
import { isSame } from "../change.ts";

/** Something that is there beside what the document says of it; one of them can be missing. */
export interface Pair<There> {
  readonly there: There | null;
  readonly wanted: { readonly item: JsonObject; readonly index: number } | null;
}

/**
 * Finds for each wanted item the one that is there: one that is the same, else one of the same name. Neither has an id that both know.
 */
export function pairUp<There extends { readonly item: JsonObject }>(
  there: readonly There[],
  wanted: readonly JsonObject[],
  nameOf: (item: JsonObject) => string,
): readonly Pair<There>[] {
  const left = new Set(there);
  const found = new Map<number, There>();
  const look = (matches: (one: There, item: JsonObject) => boolean): void => {
    for (const [index, item] of wanted.entries()) {
      if (found.has(index)) continue;
      const one = [...left].find((candidate) => matches(candidate, item));
      if (one === undefined) continue;
      left.delete(one);
      found.set(index, one);
    }
  };
  look((one, item) => isSame(one.item, item));
  look((one, item) => nameOf(one.item) === nameOf(item));
  return [
    ...wanted.map((item, index) => ({ there: found.get(index) ?? null, wanted: { item, index } })),
    ...[...left].map((one) => ({ there: one, wanted: null })),
  ];
}

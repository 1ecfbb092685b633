import type { NodeLineJson } from "./node-line.ts";

/** Lines with those that were read since, by time: one that is there already is not there twice. */
export function mergeLines(
  known: readonly NodeLineJson[],
  more: readonly NodeLineJson[],
): readonly NodeLineJson[] {
  const [first] = more;
  if (first === undefined) return known;
  // Only the end of what is known can be later than the first of them.
  const until = known.findLastIndex(({ at }) => at < first.at) + 1;
  const end = known.slice(until);
  const there = new Set(end.map(keyOf));
  const added = more.filter((line) => !there.has(keyOf(line)));
  if (added.length === 0) return known;
  const merged = [...end, ...added].toSorted((one, other) =>
    one.at < other.at ? -1 : one.at > other.at ? 1 : 0,
  );
  return [...known.slice(0, until), ...merged];
}

function keyOf({ runId, seq }: NodeLineJson): string {
  return `${seq} ${runId}`;
}

import { Batch, isMap, keysOf, type TaskEdit, type Value, valueOf } from "@mojob/core/feature";

/** The values with those over them that a person put there; what an edit leads to that is not loaded stays as it is. */
export function withEdits(
  roots: ReadonlyMap<string, Value>,
  edits: readonly TaskEdit[],
): ReadonlyMap<string, Value> {
  let edited = roots;
  for (const { path, value } of edits) {
    const [root] = path;
    if (root === undefined || !edited.has(root)) continue;
    edited = put(edited, path, value) as ReadonlyMap<string, Value>;
  }
  return edited;
}

function put(whole: Value | undefined, path: readonly string[], value: Value): Value {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(whole))
    return whole.map((one, at) => (at === Number(name) ? put(one, rest, value) : one));
  if (whole instanceof Batch)
    return new Batch(
      whole.whole,
      whole.items.map((one, at) => (at === Number(name) ? put(one, rest, value) : one)),
    );
  if (whole !== undefined && !isMap(whole)) return whole;
  const entries = whole === undefined ? [] : keysOf(whole).map((key) => [key, valueOf(whole, key)] as const);
  const copy = new Map(entries as readonly (readonly [string, Value])[]);
  // A node that is not read now is not added.
  if (rest.length > 0 && !copy.has(name)) return copy;
  copy.set(name, put(copy.get(name), rest, value));
  return copy;
}

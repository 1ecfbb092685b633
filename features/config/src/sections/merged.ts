import { ChangeAction, type ConfigChange, isSame } from "../change.ts";

/** The list with items replaced where they stand, and new ones after the one before them in the document. */
export function merged<Item extends { readonly id: string }>(
  kept: readonly Item[],
  wanted: readonly Item[],
  isOrdered: boolean,
): readonly Item[] {
  const ids = new Set(kept.map(({ id }) => id));
  const known = wanted.filter(({ id }) => ids.has(id));
  const byId = new Map(wanted.map((item) => [item.id, item]));
  let next = 0;
  const result = kept.map((item): Item => {
    const same = byId.get(item.id);
    if (same === undefined) return item;
    if (!isOrdered) return same;
    next += 1;
    return known[next - 1] ?? same;
  });
  for (const [index, item] of wanted.entries()) {
    if (ids.has(item.id)) continue;
    const previous = wanted[index - 1];
    const at = previous === undefined ? 0 : result.findIndex(({ id }) => id === previous.id) + 1;
    result.splice(at, 0, item);
  }
  return result;
}

/** The change of the order of those that are in both lists; none where it stays. */
export function orderChange(
  name: string,
  before: readonly { readonly id: string }[],
  after: readonly { readonly id: string }[],
): readonly ConfigChange[] {
  const [was, is] = [idsOf(before), idsOf(after)];
  const shared = (ids: readonly string[], others: readonly string[]): readonly string[] =>
    ids.filter((id) => others.includes(id));
  if (isSame(shared(was, is), shared(is, was))) return [];
  return [
    {
      section: name,
      id: name,
      action: ChangeAction.Change,
      fields: [{ pointer: "", before: was, after: is }],
    },
  ];
}

function idsOf(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}

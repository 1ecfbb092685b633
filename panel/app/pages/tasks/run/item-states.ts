import type { FactJson } from "./task-fact.ts";

export type ItemState = "open" | "running" | "ok" | "bad";

/** The items of a batch in its latest execution. */
export interface BatchItems {
  readonly states: readonly ItemState[];
  /** What each is about; empty where it has sets of parameters in place of items. */
  readonly values: readonly unknown[];
  /** The name of the latest run of each; `null` of one that has had none. */
  readonly runs: readonly (string | null)[];
  /** What each was given; `null` of one that did not begin. */
  readonly given: readonly (Readonly<Record<string, unknown>> | null)[];
}

interface Draft {
  states: ItemState[];
  values: readonly unknown[];
  runs: (string | null)[];
  given: (Readonly<Record<string, unknown>> | null)[];
}

/** The items of a node that runs once for each; `null` of one that has not begun them, and of any other. */
export function batchItems(facts: readonly FactJson[], node: string): BatchItems | null {
  let items: Draft | null = null;
  for (const fact of facts) {
    if (!("node" in fact) || fact.node !== node) continue;
    if (fact.type === "batchStarted") items = begin(fact.count, fact.items, items);
    else if (items !== null && fact.type === "itemsStarted") {
      for (const { item, n, injected } of fact.items) {
        const name = fact.visit === "" ? node : `${node}~${fact.visit}`;
        items.states[item] = "running";
        items.runs[item] = `${name}:${item}${n === 0 ? "" : `+${n}`}`;
        items.given[item] = injected;
      }
    } else if (items !== null && fact.type === "itemsEnded") {
      for (const item of itemsIn(fact.ok)) items.states[item] = "ok";
      for (const item of itemsIn(fact.bad)) items.states[item] = "bad";
    }
  }
  return items;
}

/** What was ok in the execution before stays so where there are as many items. */
function begin(count: number, values: readonly unknown[], before: Draft | null): Draft {
  const kept = before !== null && before.states.length === count ? before : null;
  const isOk = (item: number): boolean => kept?.states[item] === "ok";
  const each = <Value>(make: (item: number) => Value): Value[] =>
    Array.from({ length: count }, (_, item) => make(item));
  return {
    states: each((item) => (isOk(item) ? "ok" : "open")),
    values,
    runs: each((item) => (isOk(item) ? (kept?.runs[item] ?? null) : null)),
    given: each((item) => (isOk(item) ? (kept?.given[item] ?? null) : null)),
  };
}

/** The items of a list of ranges, such as `0-41,43`. */
export function itemsIn(ranges: string): readonly number[] {
  if (ranges === "") return [];
  return ranges.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

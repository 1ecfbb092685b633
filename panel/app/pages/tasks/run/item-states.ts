import type { FactJson, FactOf } from "./task-fact.ts";

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
    if (fact.type === "batchStarted") items = begin(fact, items);
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

/** What is not executed again stays as it ended, where there are as many items: what was ok, and what was not asked for. */
function begin({ count, items: values, kept }: FactOf<"batchStarted">, before: Draft | null): Draft {
  const past = before?.states.length === count ? before : null;
  const again = kept?.only === undefined ? null : new Set(itemsIn(kept.only));
  const ends = past === null && kept?.bits !== undefined ? endsOf(kept.bits, count) : null;
  const stateOf = (item: number): ItemState => {
    const state = past?.states[item] ?? ends?.[item] ?? "open";
    const stays = state === "ok" || (state === "bad" && again?.has(item) === false);
    return stays ? state : "open";
  };
  const states = Array.from({ length: count }, (_, item) => stateOf(item));
  const keptOf = <Value>(all: readonly Value[] | undefined): (Value | null)[] =>
    states.map((state, item) => (state === "open" ? null : (all?.[item] ?? null)));
  return { states, values, runs: keptOf(past?.runs), given: keptOf(past?.given) };
}

/** How items ended in the run that this one runs again: two bits each. */
function endsOf(bits: string, count: number): readonly ItemState[] {
  const bytes = atob(bits);
  const states: readonly ItemState[] = ["open", "ok", "bad", "open"];
  return Array.from(
    { length: count },
    (_, item) => states[(bytes.charCodeAt(item >> 2) >> ((item % 4) * 2)) & 3] ?? "open",
  );
}

/** The items of a list of ranges, such as `0-41,43`. */
export function itemsIn(ranges: string): readonly number[] {
  if (ranges === "") return [];
  return ranges.split(",").flatMap((part) => {
    const [first = 0, last = first] = part.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

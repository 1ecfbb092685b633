import { expect, it } from "vitest";
import type { FactJson } from "./task-fact.ts";
import { batchItems, itemsIn } from "./item-states.ts";

const fact = (more: object): FactJson => ({ visit: "", node: "sync", ...more }) as unknown as FactJson;
const started = (n: number, ...items: readonly number[]): FactJson =>
  fact({
    type: "itemsStarted",
    next: 0,
    items: items.map((item) => ({ item, n, injected: { shop: item } })),
  });

const FIRST = [
  fact({ type: "batchStarted", n: 0, count: 4, items: ["a", "b", "c", "d"], kept: null }),
  started(0, 0, 1, 2),
  fact({ type: "itemsEnded", ok: "0", bad: "1", unrun: "" }),
];

it("batchItems() has the state, the value and the run of each item", () => {
  expect(batchItems(FIRST, "sync")).toEqual({
    states: ["ok", "bad", "running", "open"],
    values: ["a", "b", "c", "d"],
    runs: ["sync:0", "sync:1", "sync:2", null],
    given: [{ shop: 0 }, { shop: 1 }, { shop: 2 }, null],
  });
  expect(batchItems(FIRST, "other")).toBeNull();
});

it("batchItems() of a batch that is executed again keeps what was ok, where there are as many items", () => {
  const again = fact({ type: "batchStarted", n: 1, count: 4, items: ["a", "b", "c", "d"], kept: {} });
  expect(batchItems([...FIRST, again, started(1, 1)], "sync")).toMatchObject({
    states: ["ok", "running", "open", "open"],
    runs: ["sync:0", "sync:1+1", null, null],
  });
  const fewer = fact({ type: "batchStarted", n: 1, count: 2, items: ["a", "b"], kept: null });
  expect(batchItems([...FIRST, fewer], "sync")?.states).toEqual(["open", "open"]);
});

it("batchItems() of some items that are executed again leaves the others as they ended, here or in the run before", () => {
  const bits = btoa(String.fromCharCode(0b10_10_10_01));
  const some = fact({
    type: "batchStarted",
    n: 1,
    count: 4,
    items: ["a", "b", "c", "d"],
    kept: { count: 4, ok: 1, bad: 2, bits, only: "2" },
  });
  const ended = fact({ type: "itemsEnded", ok: "", bad: "2-3", unrun: "" });
  expect(batchItems([...FIRST, ended, some, started(1, 2)], "sync")).toMatchObject({
    states: ["ok", "bad", "running", "bad"],
    runs: ["sync:0", "sync:1", "sync:2+1", null],
  });
  expect(batchItems([some], "sync")?.states).toEqual(["ok", "bad", "open", "bad"]);
});

it("itemsIn() are all of some ranges", () => {
  expect(itemsIn("0-2,5")).toEqual([0, 1, 2, 5]);
  expect(itemsIn("")).toEqual([]);
});

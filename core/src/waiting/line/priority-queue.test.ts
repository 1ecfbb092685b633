import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PriorityQueue } from "./priority-queue.ts";

interface Item {
  readonly priority?: number;
}

describe("PriorityQueue", () => {
  it("hands out what a stable sort by priority would", () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ priority: fc.integer({ min: -1, max: 7 }) }) },
      { weight: 1, arbitrary: fc.record({ take: fc.nat({ max: 5 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const queue = new PriorityQueue<Item>();
        let model: Item[] = [];
        for (const next of steps) {
          if ("priority" in next) {
            const item = { priority: next.priority };
            queue.add(item);
            model.push(item);
          } else {
            const lane = ({ priority = 3 }: Item): number => Math.min(5, Math.max(1, priority));
            const expected = model.toSorted((a, b) => lane(a) - lane(b)).slice(0, next.take);
            const taken = queue.take(next.take);
            expect(taken.map((item) => model.indexOf(item))).toEqual(
              expected.map((item) => model.indexOf(item)),
            );
            model = model.filter((item) => !expected.includes(item));
          }
          expect(queue.size).toBe(model.length);
        }
      }),
    );
  });

  it("hands out what has no priority with what has the middle one", () => {
    const queue = new PriorityQueue<Item>();
    const [last, unstated, first] = [{ priority: 4 }, {}, { priority: 2 }];
    for (const item of [last, unstated, first]) queue.add(item);
    expect(queue.take(3)).toEqual([first, unstated, last]);
  });

  it("keeps its order over many thousand items taken one by one", () => {
    const queue = new PriorityQueue<Item & { readonly id: number }>();
    const ids = Array.from({ length: 20_000 }, (_, id) => id);
    for (const id of ids) queue.add({ id });
    expect(ids.map(() => queue.take(1)[0]?.id)).toEqual(ids);
    expect(queue.take(1)).toEqual([]);
  });
});

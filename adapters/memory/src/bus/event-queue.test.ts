import assert from "node:assert/strict";
import { anEvent } from "@mojob/contract-tests";
import type { MoEvent } from "@mojob/core/ports";
import fc from "fast-check";
import { describe, it } from "vitest";
import { EventQueue } from "./event-queue.ts";

describe("EventQueue", () => {
  it("hands out what a stable sort by priority would", () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ priority: fc.integer({ min: -1, max: 7 }) }) },
      { weight: 1, arbitrary: fc.record({ take: fc.nat({ max: 5 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: "max" }), (steps) => {
        const queue = new EventQueue();
        let model: MoEvent[] = [];
        for (const next of steps) {
          if ("priority" in next) {
            const event = anEvent({ priority: next.priority });
            queue.add(event);
            model.push(event);
          } else {
            const lane = ({ priority = 3 }: MoEvent): number => Math.min(5, Math.max(1, priority));
            const expected = model.toSorted((a, b) => lane(a) - lane(b)).slice(0, next.take);
            assert.deepEqual(queue.take(next.take), expected);
            model = model.filter((event) => !expected.includes(event));
          }
          assert.equal(queue.size, model.length);
        }
      }),
    );
  });

  it("keeps its order over many thousand events taken one by one", () => {
    const queue = new EventQueue();
    for (let index = 0; index < 20_000; index += 1) queue.add({ id: `${index}`, type: "x", payload: null });
    for (let index = 0; index < 20_000; index += 1) assert.equal(queue.take(1)[0]?.id, `${index}`);
    assert.deepEqual(queue.take(1), []);
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "vitest";
import { SlotSet } from "./slot-set.ts";

describe("SlotSet", () => {
  it("takes the lowest free slot and none when as many as the limit are taken", () => {
    const step = fc.oneof(
      // Mostly taking, so that more are taken than one word holds.
      { weight: 4, arbitrary: fc.record({ limit: fc.integer({ min: 1, max: 150 }) }) },
      { weight: 1, arbitrary: fc.record({ free: fc.nat() }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 500, size: "max" }), (steps) => {
        const slots = new SlotSet();
        const taken = new Set<number>();
        for (const next of steps) {
          if ("free" in next) {
            const slot = [...taken][next.free % Math.max(1, taken.size)];
            if (slot === undefined) continue;
            slots.free(slot);
            taken.delete(slot);
            continue;
          }
          let lowest = 0;
          while (taken.has(lowest)) lowest += 1;
          const expected = taken.size < next.limit ? lowest : null;
          assert.equal(slots.take(next.limit), expected);
          if (expected !== null) taken.add(expected);
        }
        assert.equal(slots.taken, taken.size);
      }),
    );
  });
});

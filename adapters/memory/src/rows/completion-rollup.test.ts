import assert from "node:assert/strict";
import { describe, it } from "vitest";
import { CompletionRollup } from "./completion-rollup.ts";

const MINUTE_MS = 60_000;
const EPOCH = new Date(0);

describe("CompletionRollup", () => {
  it("keeps the 24 hours before the newest minute", () => {
    const rollup = new CompletionRollup();
    for (let minute = 0; minute < 3000; minute += 1) rollup.record("Succeeded", new Date(minute * MINUTE_MS));
    const kept = rollup.since(EPOCH);
    assert.equal(kept.length, 1440);
    assert.deepEqual(kept[0]?.at, new Date(1560 * MINUTE_MS));
    assert.deepEqual(kept.at(-1)?.at, new Date(2999 * MINUTE_MS));
  });

  it("forgets at once what ended more than a day before the newest", () => {
    const rollup = new CompletionRollup();
    rollup.record("Succeeded", new Date(3000 * MINUTE_MS));
    rollup.record("Succeeded", EPOCH);
    assert.equal(rollup.since(EPOCH).length, 1);
  });

  it("returns in order what came out of order", () => {
    const rollup = new CompletionRollup();
    for (const minute of [5, 3, 9, 4]) rollup.record("Skipped", new Date(minute * MINUTE_MS));
    assert.deepEqual(
      rollup.since(EPOCH).map(({ at }) => at.getTime() / MINUTE_MS),
      [3, 4, 5, 9],
    );
  });
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { mergeLines } from "./merge-lines.ts";
import type { NodeLineJson } from "./node-line.ts";

const line = fc.record({ run: fc.nat(2), seq: fc.nat(9), second: fc.nat(59) }).map(({ run, seq }) => ({
  runId: `r${run}`,
  seq,
  // A line has one time.
  at: `2026-11-20T03:00:${String((seq * 7 + run * 3) % 60).padStart(2, "0")}.000Z`,
})) as fc.Arbitrary<unknown> as fc.Arbitrary<NodeLineJson>;
const byTime = (lines: readonly NodeLineJson[]): readonly NodeLineJson[] =>
  lines.toSorted((one, other) => one.at.localeCompare(other.at));

it("mergeLines() has every line once, by time, however they come", () => {
  fc.assert(
    fc.property(fc.array(fc.array(line)), (parts) => {
      let merged: readonly NodeLineJson[] = [];
      for (const part of parts) merged = mergeLines(merged, byTime(part));
      const all = new Set(parts.flat().map(({ runId, seq }) => `${runId} ${seq}`));
      const keys = merged.map(({ runId, seq }) => `${runId} ${seq}`);
      expect(new Set(keys)).toEqual(all);
      const times = merged.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());
    }),
  );
});

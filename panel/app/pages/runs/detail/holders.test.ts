import { expect, it } from "vitest";
import { holdersAt, skippedShare } from "./holders.ts";

const AT = Date.parse("2026-01-01T00:01:00Z");
const iso = (seconds: number): string => new Date(AT + seconds * 1000).toISOString();

it("a slot was held by the runs that had begun and not ended", () => {
  const runs = [
    { id: "running", state: "Processing", startedAt: iso(-60), completedAt: null },
    { id: "ended later", state: "Succeeded", startedAt: iso(-60), completedAt: iso(5) },
    { id: "ended before", state: "Succeeded", startedAt: iso(-60), completedAt: iso(-5) },
    { id: "began later", state: "Processing", startedAt: iso(1), completedAt: null },
    { id: "waits for a retry", state: "Failed", startedAt: iso(-60), completedAt: null },
    { id: "skipped", state: "Skipped", startedAt: null, completedAt: iso(0) },
  ] as const;
  expect(holdersAt(runs, AT).map(({ id }) => id)).toEqual(["running", "ended later"]);
  expect(skippedShare(runs)).toBe(17);
});

import { expect, it } from "vitest";
import { holdersAt, skippedShare } from "./holders.ts";

const AT = Date.parse("2026-01-01T00:01:00Z");
const iso = (seconds: number): string => new Date(AT + seconds * 1000).toISOString();

it("a slot was held by the runs that had begun and not ended, and by those whose code goes on", () => {
  const runs = [
    { id: "running", state: "Processing", startedAt: iso(-60), completedAt: null, abandoned: null },
    { id: "ended later", state: "Succeeded", startedAt: iso(-60), completedAt: iso(5), abandoned: null },
    { id: "ended before", state: "Succeeded", startedAt: iso(-60), completedAt: iso(-5), abandoned: null },
    { id: "began later", state: "Processing", startedAt: iso(1), completedAt: null, abandoned: null },
    { id: "waits for a retry", state: "Failed", startedAt: iso(-60), completedAt: null, abandoned: null },
    { id: "skipped", state: "Skipped", startedAt: null, completedAt: iso(0), abandoned: null },
    {
      id: "goes on",
      state: "Terminated",
      startedAt: iso(-60),
      completedAt: iso(-5),
      abandoned: { attempt: 1, worker: "worker-1", at: iso(-5) },
    },
  ] as const;
  expect(holdersAt(runs, AT).map(({ id }) => id)).toEqual(["running", "ended later", "goes on"]);
  expect(skippedShare(runs)).toBe(14);
});

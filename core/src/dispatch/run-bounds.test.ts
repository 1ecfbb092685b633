import { expect, test } from "vitest";
import { aDefinition, aNewRun } from "@mojob/test-fixtures/records";
import { createFakeClock } from "../testing/fake-clock.ts";
import { type Lack, type RunBound, RunBounds } from "./run-bounds.ts";

const USED_UP: Lack = { usedUp: { quota: "maxRunsPerMinute", limit: 5 } };
const run = aNewRun(aDefinition());

/** Notes what is asked of it. */
function aBound(name: string, calls: string[], take: RunBound["take"]): RunBound {
  return {
    take: (...asked) => {
      calls.push(`${name} take`);
      return take(...asked);
    },
    giveBack: () => void calls.push(`${name} giveBack`),
    placed: () => void calls.push(`${name} placed`),
  };
}

test("a run takes of each bound, and at once where none has to be waited for", () => {
  const calls: string[] = [];
  const bounds = new RunBounds(
    [aBound("a", calls, () => null), aBound("b", calls, () => null)],
    createFakeClock(),
  );
  expect(bounds.take(run, 0)).toBeNull();
  bounds.placed(run, 0);
  expect(calls).toEqual(["a take", "b take", "a placed", "b placed"]);
});

test.each([
  ["known at once", USED_UP],
  ["read first", Promise.resolve(USED_UP)],
] as const)(
  "what one bound lacks, %s, is the reason, and those before it get back what was taken",
  async (_name, lack) => {
    const calls: string[] = [];
    const bounds = new RunBounds(
      [
        aBound("a", calls, () => Promise.resolve(null)),
        aBound("b", calls, () => lack),
        aBound("c", calls, () => null),
      ],
      createFakeClock(),
    );
    expect(await bounds.take(run, 0)).toEqual({ code: "quota_used_up", parameters: USED_UP.usedUp });
    expect(calls).toEqual(["a take", "b take", "a giveBack"]);
  },
);

test("a run that is recorded as skipped takes nothing", () => {
  const calls: string[] = [];
  const bounds = new RunBounds([aBound("a", calls, () => USED_UP)], createFakeClock());
  expect(bounds.take(aNewRun(aDefinition(), { skipReason: { code: "job_deleted" } }), 0)).toBeNull();
  expect(calls).toEqual([]);
});

import { describe, expect, it } from "vitest";
import { Turns } from "./take-turns.ts";

const TURN_MS = 1;

/** A computation of one step. */
function* step(): Generator<void, null> {
  yield;
  return null;
}

/** How often other work had its turn while so many steps of a millisecond were taken, each by a call of its own. */
async function turnsOfOthers(calls: number, take: (turns: Turns) => Promise<unknown>): Promise<number> {
  let nowMs = 0;
  const turns = new Turns({ now: () => (nowMs += TURN_MS) });
  let others = 0;
  let isDone = false;
  const count = (): void => {
    if (isDone) return;
    others += 1;
    setTimeout(count, 0);
  };
  setTimeout(count, 0);
  for (let call = 0; call < calls; call += 1) await take(turns);
  isDone = true;
  return others;
}

describe("Turns", () => {
  it("computes in slices over all calls, however little each takes", async () => {
    expect(await turnsOfOthers(100, (turns) => turns.takeWithin(step()))).toBeGreaterThanOrEqual(20);
    expect(await turnsOfOthers(100, (turns) => turns.take(step()))).toBeGreaterThanOrEqual(10);
  });
});

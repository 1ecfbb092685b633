import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { EventLoopYield } from "./event-loop-yield.ts";
import { GroupCommit } from "./group-commit.ts";
import { WriteLanes } from "./write-lanes.ts";

/** A write each of whose calls waits until the test ends it. */
function heldWrite() {
  const calls: { batch: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  let underWay = 0;
  let most = 0;
  const write = (batch: readonly number[]): Promise<readonly string[]> => {
    underWay += 1;
    most = Math.max(most, underWay);
    return new Promise<readonly string[]>((resolve, reject) => {
      calls.push({ batch, answer: () => resolve(batch.map((item) => `#${item}`)), fail: reject });
    }).finally(() => {
      underWay -= 1;
    });
  };
  return { write, calls, mostAtOnce: () => most };
}

const { settle } = createFakeClock();

describe("GroupCommit", () => {
  it("writes at once when nothing is under way", async () => {
    const { write, calls } = heldWrite();
    const answer = new GroupCommit(write).submit(1);
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([[1]]);
    calls[0]?.answer();
    expect(await answer).toBe("#1");
  });

  it("writes one at a time with those it shares its lanes with, and includes items that came while it waited", async () => {
    const { write, calls, mostAtOnce } = heldWrite();
    const lanes = new WriteLanes();
    const [one, other] = [new GroupCommit(write, { lanes }), new GroupCommit(write, { lanes })];
    const answers = [one.submit(1), other.submit(2)];
    await settle();
    answers.push(other.submit(3), one.submit(4));
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([[1]]);
    calls[0]?.fail(new Error("gone"));
    await expect(answers[0]).rejects.toThrow("gone");
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([[1], [2, 3]]);
    calls[1]?.answer();
    await settle();
    calls[2]?.answer();
    expect(await Promise.all(answers.slice(1))).toEqual(["#2", "#3", "#4"]);
    expect(mostAtOnce()).toBe(1);
  });

  it("goes on before those it shares its lanes with where it is urgent and has more to write", async () => {
    const { write, calls } = heldWrite();
    const lanes = new WriteLanes();
    const urgent = new GroupCommit(write, { lanes, maxBatch: 2, isUrgent: true });
    const other = new GroupCommit(write, { lanes });
    const answers = [...[1, 2, 3, 4].map((n) => urgent.submit(n)), other.submit(5)];
    for (const index of [0, 1, 2]) {
      await settle();
      calls[index]?.answer();
    }
    await Promise.all(answers);
    expect(calls.map(({ batch }) => batch)).toEqual([[1, 2], [3, 4], [5]]);
  });

  it("keeps one write under way and sends together what arrived meanwhile", async () => {
    const { write, calls, mostAtOnce } = heldWrite();
    const group = new GroupCommit(write);
    const first = group.submit(1);
    await settle();
    const rest = [group.submit(2), group.submit(3), group.submitAll([4, 5])];
    await settle();
    expect(calls).toHaveLength(1);
    calls[0]?.answer();
    await first;
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([[1], [2, 3, 4, 5]]);
    calls[1]?.answer();
    expect(await Promise.all(rest)).toEqual(["#2", "#3", ["#4", "#5"]]);
    expect(mostAtOnce()).toBe(1);
  });

  it("fails the callers of a failing batch alone", async () => {
    const { write, calls } = heldWrite();
    const group = new GroupCommit(write);
    const first = group.submit(1);
    await settle();
    const failing = [group.submit(2), group.submit(3)];
    calls[0]?.answer();
    expect(await first).toBe("#1");
    await settle();
    const last = group.submit(4);
    calls[1]?.fail(new Error("Disk full"));
    expect(await Promise.allSettled(failing)).toMatchObject([
      { status: "rejected", reason: { message: "Disk full" } },
      { status: "rejected", reason: { message: "Disk full" } },
    ]);
    await settle();
    calls[2]?.answer();
    expect(await last).toBe("#4");
  });

  it("goes on after a write that throws before it returns a promise", async () => {
    let isBroken = true;
    const group = new GroupCommit((batch: readonly number[]) => {
      if (isBroken) throw new Error("Broken");
      return Promise.resolve(batch);
    });
    await expect(group.submit(1)).rejects.toThrow("Broken");
    isBroken = false;
    expect(await group.submit(2)).toBe(2);
  });

  it("takes no more than maxBatch into one write", async () => {
    const { write, calls } = heldWrite();
    const group = new GroupCommit(write, { maxBatch: 2 });
    const answers = group.submitAll([1, 2, 3, 4, 5]);
    for (const index of [0, 1, 2]) {
      await settle();
      calls[index]?.answer();
    }
    expect(await answers).toEqual(["#1", "#2", "#3", "#4", "#5"]);
    expect(calls.map(({ batch }) => batch)).toEqual([[1, 2], [3, 4], [5]]);
  });

  it("writes nothing more of a call that has failed, and what others wait for all the same", async () => {
    const { write, calls } = heldWrite();
    const group = new GroupCommit(write, { maxBatch: 2 });
    const failing = group.submitAll([1, 2, 3, 4, 5]);
    const other = group.submit(6);
    await settle();
    calls[0]?.fail(new Error("Disk full"));
    await expect(failing).rejects.toThrow("Disk full");
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([[1, 2], [6]]);
    calls[1]?.answer();
    expect(await other).toBe("#6");
  });

  it("has as many writes under way as it may where each is full, and writes nothing empty", async () => {
    const { write, calls, mostAtOnce } = heldWrite();
    const group = new GroupCommit(write, { maxBatch: 2, atOnce: 2, lanes: new WriteLanes(), isUrgent: true });
    const answers = [1, 2, 3, 4, 5].map((n) => group.submit(n));
    await settle();
    expect(calls.map(({ batch }) => batch)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    calls[1]?.answer();
    calls[0]?.answer();
    await settle();
    answers.push(group.submit(6));
    calls[2]?.answer();
    await settle();
    calls[3]?.answer();
    expect(await Promise.all(answers)).toEqual(["#1", "#2", "#3", "#4", "#5", "#6"]);
    expect(calls.map(({ batch }) => batch).slice(2)).toEqual([[5], [6]]);
    expect(mostAtOnce()).toBe(2);
    const late = group.submit(7);
    await settle();
    calls[4]?.answer();
    expect(await late).toBe("#7");
  });

  it("writes each item once, in the order of arrival, and resolves each caller to its own result", async () => {
    const arrivals = fc.array(fc.array(fc.integer(), { maxLength: 5 }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 4 }), async (groups, maxBatch) => {
        const written: number[] = [];
        const group = new GroupCommit(
          async (batch: readonly number[]) => {
            await Promise.resolve();
            expect(batch.length).toBeLessThanOrEqual(maxBatch);
            written.push(...batch);
            return batch.map((item) => `#${item}`);
          },
          { maxBatch },
        );
        const answers = groups.map(async (items, index) => {
          for (let turns = 0; turns < index; turns += 1) await Promise.resolve();
          return group.submitAll(items);
        });
        expect(await Promise.all(answers)).toEqual(groups.map((items) => items.map((item) => `#${item}`)));
        expect(written).toEqual(groups.flat());
      }),
    );
  });

  it("lets the event loop turn between writes once they have taken long", async () => {
    const clock = createFakeClock();
    let turns = 0;
    const loopYield = new EventLoopYield({
      ...clock,
      nextTurn: (callback) => {
        turns += 1;
        clock.nextTurn(callback);
      },
      monotonicMs: () => 20 * writes,
    });
    let writes = 0;
    const group = new GroupCommit(
      async (batch: readonly number[]) => {
        writes += 1;
        return batch;
      },
      { maxBatch: 1, loopYield },
    );
    await group.submitAll([1, 2, 3]);
    // One turn ends each stretch, and one is waited for before the second and the third write.
    expect(writes).toBe(3);
    expect(turns).toBeGreaterThanOrEqual(3);
  });
});

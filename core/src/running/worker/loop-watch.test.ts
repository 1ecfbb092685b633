import { beforeEach, describe, expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import { blockedText } from "./blocked-text.ts";
import { LoopWatch } from "./loop-watch.ts";

let clock: FakeClock;
let skippedMs: number;
let reported: BlockedLoop[];
let pauses: BlockedLoop[];
let watch: LoopWatch;
/** How long the thread has waited for a processor; `null` where the system does not say. */
let waitedMs: number | null;

beforeEach(() => {
  clock = createFakeClock();
  skippedMs = 0;
  waitedMs = null;
  reported = [];
  pauses = [];
  const skipping = { ...clock, monotonicMs: () => clock.monotonicMs() + skippedMs };
  watch = new LoopWatch({
    clock: skipping,
    processorWaitMs: () => waitedMs,
    onBlocked: (blocked) => pauses.push(blocked),
    onReport: (blocked) => reported.push(blocked),
  });
});

/** Lets time pass without a timer being called: as while code computes. */
async function block(ms: number): Promise<void> {
  skippedMs += ms;
  await clock.advance(250);
}

describe("LoopWatch", () => {
  test("reports the job that ran while the loop did not turn, also one that has ended by then", async () => {
    watch.begin("ledger.close-day");
    watch.end("ledger.close-day");
    await block(4200);
    expect(reported).toMatchObject([{ ms: 4200, jobKeys: ["ledger.close-day"] }]);
    expect(watch.latest).toEqual(reported[0]);
  });

  test("reports when a run ends, where the timer is late already", () => {
    watch.begin("one");
    watch.check(clock.monotonicMs() + skippedMs);
    skippedMs += 2249;
    watch.check(clock.monotonicMs() + skippedMs);
    expect(pauses).toEqual([]);
    skippedMs += 1;
    watch.check(clock.monotonicMs() + skippedMs);
    watch.check(clock.monotonicMs() + skippedMs);
    expect(pauses).toMatchObject([{ ms: 2000, jobKeys: ["one"] }]);
  });

  test("returns the longest pause since it was asked last, also one that is too short to report", async () => {
    watch.begin("one");
    await block(40);
    await block(7);
    expect([watch.takeLongestMs(), watch.takeLongestMs()]).toEqual([40, 0]);
    expect(pauses).toEqual([]);
  });

  test("names all that may have been it, and none that ran before", async () => {
    watch.begin("early");
    watch.end("early");
    watch.begin("one");
    await clock.advance(250);
    watch.begin("two");
    await block(3000);
    expect(reported.map(({ jobKeys }) => jobKeys)).toEqual([["one", "two"]]);
  });

  test("blames no job where the machine gave the process no processor, and the job where it did", async () => {
    waitedMs = 600_000;
    watch.begin("ledger.close-day");
    waitedMs += 3700;
    await block(4200);
    waitedMs += 300;
    await block(4200);
    expect(reported.map(({ ms, jobKeys, waitedMs: waited }) => [ms, jobKeys, waited])).toEqual([
      [4200, [], 3700],
      [4200, ["ledger.close-day"], 300],
    ]);
    expect(reported.map(blockedText)).toEqual([
      "The machine is overloaded: the event loop did not turn for 4.2 s, and its thread waited for a processor for 3.7 s of that",
      'The event loop did not turn for 4.2 s while job "ledger.close-day" ran',
    ]);
  });

  test("does not report a pause below two seconds", async () => {
    watch.begin("one");
    await block(1999);
    expect([reported, watch.latest]).toEqual([[], null]);
  });

  test("reports the same jobs once a minute, and others at once", async () => {
    watch.begin("one");
    await block(2000);
    await block(2000);
    expect(reported).toHaveLength(1);
    watch.begin("two");
    await block(2000);
    expect(reported).toHaveLength(2);
    watch.end("two");
    await clock.advance(60_000);
    await block(2000);
    expect(reported).toHaveLength(3);
  });

  test("has no timer while nothing runs", async () => {
    watch.begin("one");
    watch.end("one");
    await clock.advance(250);
    expect(clock.pending).toBe(0);
    watch.begin("one");
    expect(clock.pending).toBe(1);
    watch.close();
    expect(clock.pending).toBe(0);
  });
});

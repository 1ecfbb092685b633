import { describe, expect, test } from "vitest";
import { anInstance, aRunningInstance, attemptOf } from "../../../fixtures/records.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import type { JobLogLine } from "../../model/instance/job-instance.ts";
import { RunLog } from "./run-log.ts";
import { RunningAttempt } from "./running-attempt.ts";

/** An attempt with a timeout of a second, whose clock can go on without its timers: as when code computes. */
function anAttempt() {
  const clock = createFakeClock();
  let computedMs = 0;
  const lines: string[] = [];
  const attempt = attemptOf(aRunningInstance());
  const logs = { write: ({ message }: JobLogLine) => void lines.push(message), cut() {} };
  const running = new RunningAttempt({
    attempt,
    instance: anInstance(),
    createLog: () => new RunLog({ attempt, clock, maxBytes: 1000, logs }),
    scheduler: {} as MoJobScheduler,
    clock: { ...clock, monotonicMs: () => clock.monotonicMs() + computedMs },
    timeoutMs: 1000,
    abortGraceMs: 500,
    onIgnoredSignal: () => false,
    onProgress: () => {},
  });
  return { clock, running, lines, compute: (ms: number) => void (computedMs += ms) };
}

describe("the log of an attempt", () => {
  test("takes lines until it is closed, also from code that asks for it only then", () => {
    const [writing, late, silent] = [anAttempt(), anAttempt(), anAttempt()];
    const { info } = writing.running.log;
    info("in time");
    expect([writing, late, silent].map(({ running }) => running.closeLog())).toEqual([true, false, false]);
    info("too late");
    late.running.log.info("too late");
    expect([writing.lines, late.lines]).toEqual([["in time"], []]);
  });
});

describe("an attempt that takes longer than its timeout", () => {
  test.each([
    ["returns", () => Promise.resolve("done")],
    ["throws", () => Promise.reject(new Error("late"))],
  ])("has timed out, although its code kept the timer from firing and then %s", async (_, end) => {
    const { running, compute } = anAttempt();
    await running.start(
      () => {
        compute(1001);
        return end();
      },
      () => {},
    );
    expect(running.abortCode).toBe("timeout");
    expect(running.abortMessage).toBe("The attempt took longer than 1000 ms");
  });

  test("has not while it is within it", async () => {
    const { running, compute } = anAttempt();
    const end = await running.start(
      () => {
        compute(1000);
        return Promise.resolve("done");
      },
      () => {},
    );
    expect([end, running.abortCode]).toEqual([{ type: "returned", value: "done" }, null]);
  });
});

describe("code that goes on past the grace", () => {
  test("is stopped where there is a way of doing so", async () => {
    const { clock, running } = anAttempt();
    let stops = 0;
    running.onAbandon(() => (stops += 1));
    const ending = running.start(
      () => new Promise(() => {}),
      () => {},
    );
    await clock.advance(1499);
    expect(stops).toBe(0);
    await clock.advance(1);
    expect([await ending, stops]).toEqual([{ type: "abandoned", isStopped: true }, 1]);
  });

  test("goes on where there is none", async () => {
    const { clock, running } = anAttempt();
    const ending = running.start(
      () => new Promise(() => {}),
      () => {},
    );
    await clock.advance(1500);
    expect(await ending).toEqual({ type: "abandoned", isStopped: false });
  });
});

test("a runner that throws before it returns a promise fails its attempt, whose time is taken", async () => {
  const { running, compute } = anAttempt();
  let returns = 0;
  const end = await running.start(
    () => {
      compute(20);
      throw new Error("no promise");
    },
    () => (returns += 1),
  );
  expect(end).toMatchObject({ type: "threw", error: { message: "no promise" } });
  expect([returns, running.durationMs]).toEqual([1, 20]);
});

import { describe, expect, test } from "vitest";
import { anInstance, aRunningInstance, attemptOf } from "@mojob/test-fixtures/records";
import type { Clock } from "../../base/clock.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import type { JobLogLine } from "../../model/instance/job-instance.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { RunLog } from "./run-log.ts";
import { RunningAttempt } from "./running-attempt.ts";
import { TimeLimits } from "./time-limits.ts";

/** An attempt with a timeout of a second, whose clock can go on without its timers: as when code computes. */
function anAttempt() {
  const clock = createFakeClock();
  let computedMs = 0;
  let timers = 0;
  const lines: string[] = [];
  const attempt = attemptOf(aRunningInstance());
  const logs = { write: ({ message }: JobLogLine) => void lines.push(message), cut() {} };
  const parts = {
    clock: {
      ...clock,
      monotonicMs: () => clock.monotonicMs() + computedMs,
      setTimer: (...args: Parameters<Clock["setTimer"]>) => {
        timers += 1;
        return clock.setTimer(...args);
      },
    },
    scheduler: {} as MoJobScheduler,
    abortGraceMs: 500,
    limits: new TimeLimits(clock),
    createLog: () => new RunLog({ attempt, clock, maxBytes: 1000, logs }),
    createFiles: () => {
      throw new Error("No file is stored");
    },
    createProgress: () => new ProgressWriter(clock, () => Promise.resolve()),
  };
  const running = new RunningAttempt(parts, attempt, anInstance(), 1000);
  return { clock, running, lines, compute: (ms: number) => void (computedMs += ms), timers: () => timers };
}

describe("the log of an attempt", () => {
  test("takes lines until it is closed, also from code that asks for it only then", () => {
    const [writing, late, silent] = [anAttempt(), anAttempt(), anAttempt()];
    const { info } = writing.running.log;
    info("in time");
    expect([writing, late, silent].map(({ running }) => running.closeRecords())).toEqual([
      true,
      false,
      false,
    ]);
    info("too late");
    late.running.log.info("too late");
    expect([writing.lines, late.lines]).toEqual([["in time"], []]);
  });
});

describe("an attempt that takes longer than its timeout", () => {
  const DONE = { type: "returned", value: "done" } as const;

  test.each([DONE, { type: "threw", error: new Error("late") } as const])(
    "has timed out, although its code kept the timer from firing and then $type",
    async (codeEnd) => {
      const { running, compute } = anAttempt();
      const ending = running.begin();
      compute(1001);
      running.returned(codeEnd);
      expect(await ending).toBe(codeEnd);
      expect(running.abortCode).toBe("timeout");
      expect(running.abortMessage).toBe("The attempt took longer than 1000 ms");
    },
  );

  test("has not while it is within it", async () => {
    const { running, compute } = anAttempt();
    const ending = running.begin();
    compute(1000);
    running.returned(DONE);
    expect([await ending, running.abortCode, running.durationMs]).toEqual([DONE, null, 1000]);
  });
});

describe("the timer of an attempt", () => {
  test("is not set where the attempt ends in the turn in which it began", async () => {
    const { clock, running, timers } = anAttempt();
    const ending = running.begin();
    running.returned({ type: "returned", value: null });
    await ending;
    await clock.settle();
    expect(timers()).toBe(0);
  });

  test("leaves one alone that was asked to end in that turn", async () => {
    const { clock, running, timers } = anAttempt();
    void running.begin();
    running.abort("cancelled", "The run was cancelled");
    await clock.settle();
    expect(timers()).toBe(1);
    await clock.advance(1000);
    expect(running.abortCode).toBe("cancelled");
  });
});

describe("code that goes on past the grace", () => {
  test("is stopped where there is a way of doing so", async () => {
    const { clock, running } = anAttempt();
    let stops = 0;
    running.onAbandon(() => (stops += 1));
    const ending = running.begin();
    await clock.advance(1499);
    expect(stops).toBe(0);
    await clock.advance(1);
    expect([await ending, stops]).toEqual([{ type: "abandoned", isStopped: true, keepsSlot: false }, 1]);
  });

  test("goes on where there is none, and reports its end when it comes", async () => {
    const { clock, running } = anAttempt();
    const ending = running.begin();
    await clock.advance(1500);
    expect(await ending).toEqual({ type: "abandoned", isStopped: false, keepsSlot: false });
    const returned = running.untilReturned();
    expect(running.hasReturned).toBe(false);
    running.returned({ type: "returned", value: null });
    await returned;
    expect(running.hasReturned).toBe(true);
    await running.untilReturned();
  });
});

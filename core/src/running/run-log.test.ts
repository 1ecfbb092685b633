import { describe, expect, test } from "vitest";
import { aRunningInstance, attemptOf } from "../../fixtures/records.ts";
import { byteLength } from "../base/truncate.ts";
import type { JobLogLine } from "../instance/job-instance.ts";
import type { JobLog } from "../job/job-context.ts";
import { createFakeClock } from "../testing/fake-clock.ts";
import { RunLog } from "./run-log.ts";

const CAP = 1024 * 1024;

function aLog({ attempt = 1, maxBytes = CAP } = {}): { log: RunLog; lines: JobLogLine[] } {
  const lines: JobLogLine[] = [];
  const log = new RunLog({
    attempt: attemptOf(aRunningInstance({ attempt })),
    clock: createFakeClock(),
    maxBytes,
    write: (line) => lines.push(line),
  });
  return { log, lines };
}

describe("RunLog", () => {
  test("numbers its lines from 1, with their time, level and attempt", () => {
    const { log, lines } = aLog();
    log.debug("a");
    log.info("b");
    log.warn("c");
    log.error("d");
    expect(lines.map(({ seq, level, message }) => [seq, level, message])).toEqual([
      [1, "debug", "a"],
      [2, "info", "b"],
      [3, "warn", "c"],
      [4, "error", "d"],
    ]);
    expect(lines[0]).toMatchObject({
      tenant: "default",
      instanceId: "run-1",
      attempt: 1,
      at: expect.any(Date),
    });
  });

  test("numbers a later attempt's lines above every line of the one before, whatever that wrote", () => {
    const first = aLog({ maxBytes: 100 * CAP });
    for (let line = 0; line < 1_000_001; line += 1) first.log.info("");
    const second = aLog({ attempt: 2 });
    second.log.info("begun");
    const last = first.lines.at(-1);
    expect(last?.message).toMatch(/^Log truncated: /);
    expect(last?.seq).toBeLessThan(second.lines[0]?.seq ?? 0);
  });

  test("keeps what fills the cap to the last byte, then says once that it is truncated", () => {
    const { log, lines } = aLog({ maxBytes: 8 });
    log.info("abc");
    log.info("üd");
    expect(lines.map(({ message }) => message)).toEqual(["abc", "üd"]);
    log.info("");
    log.error("e");
    expect(lines.slice(2)).toMatchObject([
      { seq: 3, level: "warn", message: "Log truncated: this attempt wrote more than 8 bytes" },
    ]);
  });

  test.each(["x", "y".repeat(16 * 1024), "🙂".repeat(1000)])(
    "stores no more than a mebibyte of one attempt, however long its lines (%#)",
    (text) => {
      const { log, lines } = aLog();
      for (let line = 0; line < 600_000 && !lines.at(-1)?.message.startsWith("Log"); line += 1)
        log.info(text);
      const bytes = lines.slice(0, -1).reduce((sum, { message }) => sum + byteLength(message) + 1, 0);
      expect(lines.at(-1)?.message).toBe(`Log truncated: this attempt wrote more than ${CAP} bytes`);
      expect(bytes).toBeLessThanOrEqual(CAP);
      expect(bytes).toBeGreaterThan(CAP - 17 * 1024);
    },
  );

  test("cuts a very long line and marks it", () => {
    const { log, lines } = aLog();
    log.info("x".repeat(CAP));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.message).toMatch(/… \[truncated, 1048576 bytes in all\]$/);
  });

  test("takes whatever code without types hands it, and never throws", () => {
    const { log, lines } = aLog();
    const anything = [{ a: 1 }, undefined, Object.create(null), Symbol("s")] as string[];
    for (const message of anything) log.info(message);
    expect(lines.map(({ message }) => message)).toEqual(['{"a":1}', "undefined", "{}", "Symbol(s)"]);
  });

  test("can be taken apart", () => {
    const { log, lines } = aLog();
    const { info }: JobLog = log;
    ["a", "b"].forEach(info);
    expect(lines.map(({ message }) => message)).toEqual(["a", "b"]);
  });

  test("takes nothing more once its attempt has ended", () => {
    const { log, lines } = aLog();
    log.close();
    log.info("late");
    expect(lines).toEqual([]);
  });
});

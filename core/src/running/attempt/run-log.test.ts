import { describe, expect, test } from "vitest";
import { aRunningInstance, attemptOf } from "@mojob/test-fixtures/records";
import { byteLength } from "../../base/truncate.ts";
import type { JobLogLine } from "../../model/instance/job-instance.ts";
import { readLogCut } from "../../model/instance/log-cut.ts";
import type { JobLog } from "../../job/job-context.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { RunLog } from "./run-log.ts";

const CAP = 1024 * 1024;

/** A log and what a store keeps of it. */
function aLog({ attempt = 1, maxBytes = CAP } = {}): { log: RunLog; lines: JobLogLine[] } {
  const lines: JobLogLine[] = [];
  const log = new RunLog({
    attempt: attemptOf(aRunningInstance({ attempt })),
    clock: createFakeClock(),
    maxBytes,
    logs: {
      write: (line) => void lines.push(line),
      cut(mark, upTo) {
        const from = lines.findIndex(({ seq }) => seq === mark.seq);
        lines.splice(from, lines.findLastIndex(({ seq }) => seq <= upTo) + 1 - from, mark);
      },
    },
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

  test("numbers a later attempt's lines above every line of the one before", () => {
    const first = aLog();
    for (let line = 0; line < 1000; line += 1) first.log.info("");
    const second = aLog({ attempt: 2 });
    second.log.info("begun");
    expect(first.lines.at(-1)?.seq).toBe(1000);
    expect(second.lines[0]?.seq).toBe(1_000_000_001);
  });

  test("keeps what fills the cap to the last byte, then its beginning and its end, and what was left out between", () => {
    const { log, lines } = aLog({ maxBytes: 16 });
    for (const text of ["abc", "üd", "e", "fghij"]) log.info(text);
    expect(lines.map(({ message }) => message)).toEqual(["abc", "üd", "e", "fghij"]);
    log.info("");
    log.error("k");
    expect(lines.map(({ seq, level, message }) => [seq, level, message])).toEqual([
      [1, "info", "abc"],
      [2, "warn", "Log truncated: 1 lines (4 bytes) are left out here"],
      [3, "info", "e"],
      [4, "info", "fghij"],
      [5, "info", ""],
      [6, "error", "k"],
    ]);
    log.info("lmnop");
    expect(lines.map(({ seq, message }) => [seq, message])).toEqual([
      [1, "abc"],
      [2, "Log truncated: 3 lines (12 bytes) are left out here"],
      [5, ""],
      [6, "k"],
      [7, "lmnop"],
    ]);
  });

  test("with a cap of nothing keeps only how much was left out", () => {
    const { log, lines } = aLog({ maxBytes: 0 });
    for (let line = 0; line < 3; line += 1) log.info("abc");
    expect(lines.map(({ seq, message }) => [seq, message])).toEqual([
      [1, "Log truncated: 3 lines (12 bytes) are left out here"],
    ]);
  });

  test.each(["x", "y".repeat(16 * 1024), "🙂".repeat(1000)])(
    "stores no more than the cap of one attempt, however long its lines, and every line is stored or counted (%#)",
    (text) => {
      const cap = CAP / 32;
      const { log, lines } = aLog({ maxBytes: cap });
      const written = 20_000;
      for (let line = 0; line < written; line += 1) log.info(text);
      const kept = lines.filter(({ message }) => message === text);
      const cut = lines.map(readLogCut).find((one) => one !== null);
      const bytes = kept.length * (byteLength(text) + 1);
      expect(kept.length + (cut?.lines ?? 0)).toBe(written);
      expect(bytes).toBeLessThanOrEqual(cap);
      expect(bytes).toBeGreaterThan(cap - 17 * 1024);
      expect(lines.at(-1)?.seq).toBe(written);
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

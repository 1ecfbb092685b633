import { expect, test } from "vitest";
import { START } from "@mojob/test-fixtures/records";
import type { JobLogLine } from "../../model/instance/job-instance.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { LogWriter } from "./log-writer.ts";

function aWriter(append: (lines: readonly JobLogLine[]) => Promise<void> = async () => {}) {
  const clock = createFakeClock();
  const writes: (readonly number[])[] = [];
  const cuts: (readonly [seq: number, upTo: number])[] = [];
  const errors: unknown[] = [];
  const writer = new LogWriter({
    store: {
      append(lines) {
        writes.push(lines.map(({ seq }) => seq));
        return append(lines);
      },
      async cut(mark, upTo) {
        cuts.push([mark.seq, upTo]);
      },
      list: async () => [],
    },
    clock,
    onError: (error) => void errors.push(error),
  });
  const aLine = (seq: number): JobLogLine => ({
    tenant: "default",
    instanceId: "run-1",
    seq,
    at: START,
    attempt: 1,
    level: "info",
    message: "",
  });
  const write = (from: number, to = from): void => {
    for (let seq = from; seq <= to; seq += 1) writer.write(aLine(seq));
  };
  return { clock, writer, aLine, write, writes, cuts, errors };
}

test("LogWriter waits a moment and stores many lines in one write, in their order", async () => {
  const { clock, write, writes } = aWriter();
  write(1);
  await clock.advance(150);
  write(2, 3);
  expect(writes).toEqual([]);
  await clock.advance(50);
  expect(writes).toEqual([[1, 2, 3]]);
  await clock.advance(10_000);
  expect([writes.length, clock.pending]).toEqual([1, 0]);
});

test("LogWriter does not wait once a thousand lines are there", async () => {
  const { clock, write, writes } = aWriter();
  write(1, 1001);
  await clock.settle();
  expect(writes.map(({ length }) => length)).toEqual([1000, 1]);
});

test("LogWriter stores no line that was cut while it waited, and cuts what is stored, the widest cut once", async () => {
  const { clock, writer, aLine, write, writes, cuts } = aWriter();
  write(1, 5);
  await writer.flush();
  write(6, 9);
  writer.cut(aLine(2), 6);
  writer.cut(aLine(2), 7);
  await clock.advance(200);
  expect(writes).toEqual([
    [1, 2, 3, 4, 5],
    [8, 9],
  ]);
  expect(cuts).toEqual([[2, 7]]);
  await writer.flush();
  expect([cuts.length, clock.pending]).toEqual([1, 0]);
});

test("LogWriter hands a store what is left of a flood that never paused", async () => {
  const { clock, writer, aLine, write, writes, cuts } = aWriter();
  for (let seq = 1; seq <= 100_000; seq += 1) {
    write(seq);
    if (seq > 3000) writer.cut(aLine(1001), seq - 2000);
  }
  await clock.settle();
  expect(writes.map(({ length }) => length)).toEqual([1000, 1000, 1000]);
  expect(writes.flat().at(-1)).toBe(100_000);
  expect(cuts).toEqual([[1001, 98_000]]);
});

test("LogWriter flushes waiting lines, and a flush ends when every line before it is stored", async () => {
  const answers: (() => void)[] = [];
  const { clock, writer, write, writes } = aWriter(() => new Promise((resolve) => answers.push(resolve)));
  write(1);
  await clock.advance(200);
  write(2);
  let isFlushed = false;
  const flushed = writer.flush().then(() => {
    isFlushed = true;
  });
  await clock.settle();
  // The second write does not overtake the first.
  expect([writes, isFlushed]).toEqual([[[1]], false]);
  answers[0]?.();
  await clock.settle();
  expect([writes, isFlushed]).toEqual([[[1], [2]], false]);
  answers[1]?.();
  await flushed;
  expect(isFlushed).toBe(true);
});

test("LogWriter reports a store that fails, gives those lines up and goes on", async () => {
  let isDown = true;
  const { writer, write, writes, errors } = aWriter(async () => {
    if (isDown) throw new Error("The store does not answer");
  });
  write(1);
  await writer.flush();
  isDown = false;
  write(2);
  await writer.flush();
  expect(writes).toEqual([[1], [2]]);
  expect(errors).toEqual([new Error("The store does not answer")]);
});

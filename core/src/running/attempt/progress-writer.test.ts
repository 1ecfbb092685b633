import { expect, test } from "vitest";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { ProgressWriter } from "./progress-writer.ts";

function aWriter(write: () => Promise<unknown> = () => Promise.resolve()) {
  const clock: FakeClock = createFakeClock();
  const written: [number, number][] = [];
  const writer = new ProgressWriter(clock, ({ fraction }) => {
    written.push([clock.monotonicMs(), fraction]);
    return write();
  });
  const report = (fraction: number): void => writer.report({ fraction, message: null, at: clock.now() });
  return { clock, written, writer, report };
}

test("ProgressWriter sends the first progress at once, then the latest each half second", async () => {
  const { clock, written, report } = aWriter();
  for (let step = 0; step <= 20; step += 1) {
    report(step / 20);
    await clock.advance(100);
  }
  expect(written).toEqual([
    [0, 0],
    [500, 0.2],
    [1000, 0.45],
    [1500, 0.7],
    [2000, 0.95],
  ]);
});

test("ProgressWriter sends at once again after a pause, and nothing in it", async () => {
  const { clock, written, report } = aWriter();
  report(0.1);
  await clock.advance(10_000);
  expect(clock.pending).toBe(0);
  report(0.2);
  await clock.settle();
  expect(written).toEqual([
    [0, 0.1],
    [10_000, 0.2],
  ]);
});

test("ProgressWriter keeps one write under way, however long the store takes, and never an older value after a newer", async () => {
  const answers: (() => void)[] = [];
  const { clock, written, report } = aWriter(() => new Promise<void>((resolve) => answers.push(resolve)));
  report(0.1);
  for (let step = 2; step <= 9; step += 1) {
    report(step / 10);
    await clock.advance(1000);
  }
  expect(written).toEqual([[0, 0.1]]);
  answers[0]?.();
  await clock.advance(500);
  expect(written.at(-1)).toEqual([8500, 0.9]);
});

test("ProgressWriter sends nothing once it is closed, not even waiting progress", async () => {
  const { clock, written, writer, report } = aWriter();
  report(0.1);
  await clock.settle();
  report(0.2);
  writer.close();
  report(0.3);
  await clock.advance(1000);
  expect(written).toEqual([[0, 0.1]]);
  expect(clock.pending).toBe(0);
});

test("ProgressWriter arms no timer after a write that ends when it is closed", async () => {
  const answers: (() => void)[] = [];
  const { clock, writer, report } = aWriter(() => new Promise<void>((resolve) => answers.push(resolve)));
  report(0.1);
  writer.close();
  answers[0]?.();
  await clock.settle();
  expect(clock.pending).toBe(0);
});

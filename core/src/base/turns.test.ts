import { expect, test } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { Turns } from "./turns.ts";

const { settle } = createFakeClock();

test("one has its turn at once, the others after it, in the order they asked", async () => {
  const turns = new Turns();
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (const n of [1, 2, 3]) {
    void turns.take().then((end) => {
      begun.push(n);
      ends.push(end);
    });
  }
  await settle();
  expect(begun).toEqual([1]);
  ends[0]?.();
  await settle();
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await settle();
  expect(begun).toEqual([1, 2, 3]);
});

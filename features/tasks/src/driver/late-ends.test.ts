import type { JobInstanceSummary } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { expect, test } from "vitest";
import { LateEnds } from "./late-ends.ts";

const ends = (...ids: readonly string[]): readonly JobInstanceSummary[] =>
  ids.map((id) => ({ id }) as JobInstanceSummary);

test("ends of a quarter of a second are followed together, each once, and those after them later", async () => {
  const clock = createFakeClock();
  const followed: string[][] = [];
  const late = new LateEnds({
    clock,
    follow: async (parts) => void followed.push(parts.map(({ id }) => id)),
  });
  const first = [late.add(ends("a", "b")), late.add(ends("c"))];
  await clock.advance(249);
  expect(followed).toEqual([]);
  await clock.advance(1);
  await Promise.all(first);
  expect(followed).toEqual([["a", "b", "c"]]);
  const second = late.add(ends("d"));
  await clock.advance(250);
  await second;
  expect(followed).toEqual([["a", "b", "c"], ["d"]]);
});

test("each caller is given the error of the look that had its ends, and the next look goes on", async () => {
  const clock = createFakeClock();
  let isBroken = true;
  const late = new LateEnds({
    clock,
    follow: async () => {
      if (isBroken) throw new Error("The store is unavailable");
    },
  });
  const failed = expect(
    Promise.allSettled([late.add(ends("a")), late.add(ends("b"))]),
  ).resolves.toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  await clock.advance(250);
  await failed;
  isBroken = false;
  const next = late.add(ends("a"));
  await clock.advance(250);
  await expect(next).resolves.toBeUndefined();
});

import { expect, it } from "vitest";
import { createFakeClock } from "../testing/mod.ts";
import { CallLimit } from "./call-limit.ts";

it("takes so many calls of each caller within a minute, and says how long the next one waits", async () => {
  const clock = createFakeClock();
  const limit = new CallLimit(clock, 3);
  expect([1, 2, 3].map(() => limit.take("ci"))).toEqual([0, 0, 0]);
  await clock.advance(20_000);
  expect(limit.take("ci")).toBe(40_000);
  expect(limit.take("prometheus")).toBe(0);
  await clock.advance(40_000);
  expect(limit.take("ci")).toBe(0);
});

it("counts nothing where there is no bound", () => {
  const limit = new CallLimit(createFakeClock(), null);
  expect(Array.from({ length: 1000 }, () => limit.take("ci")).every((waitMs) => waitMs === 0)).toBe(true);
});

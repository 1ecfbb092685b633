import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { TimeLimits } from "./time-limits.ts";

test("the time of attempts is limited in the turn after they began, once for each", async () => {
  const clock = createFakeClock();
  const limits = new TimeLimits(clock);
  const limited: string[] = [];
  const begin = (name: string): void => limits.add({ limitTime: () => void limited.push(name) });
  begin("a");
  begin("b");
  expect(limited).toEqual([]);
  await clock.settle();
  expect(limited).toEqual(["a", "b"]);
  begin("c");
  await clock.settle();
  expect(limited).toEqual(["a", "b", "c"]);
});

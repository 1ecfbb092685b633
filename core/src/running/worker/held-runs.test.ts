import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { HeldRuns } from "./held-runs.ts";

test("names the runs it has had for five seconds, until each is settled", async () => {
  const clock = createFakeClock();
  const held = new HeldRuns(clock);
  const first = held.take("a");
  await clock.advance(3000);
  held.take("b");
  expect(held.named()).toEqual([]);
  await clock.advance(2000);
  expect(held.named()).toEqual(["a"]);
  await clock.advance(3000);
  expect(held.named()).toEqual(["a", "b"]);
  held.letGo(first);
  expect(held.named()).toEqual(["b"]);
});

test("names none where they are more than a heartbeat should carry", async () => {
  const clock = createFakeClock();
  const held = new HeldRuns(clock);
  for (let count = 0; count <= 2000; count += 1) held.take(String(count));
  await clock.advance(5000);
  expect(held.named()).toBeNull();
});

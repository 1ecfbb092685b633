import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { HeldRuns } from "./held-runs.ts";

test("names the runs it has had for five seconds, until each is settled", async () => {
  const clock = createFakeClock();
  const held = new HeldRuns(clock);
  const first = held.take(["a", "c"]);
  await clock.advance(3000);
  held.take(["b"]);
  expect(held.named()).toEqual([]);
  await clock.advance(2000);
  expect(held.named()).toEqual(["a", "c"]);
  await clock.advance(3000);
  expect(held.named()).toEqual(["a", "c", "b"]);
  first.letGo(1);
  expect([held.named(), held.has("a"), held.has("c")]).toEqual([["a", "b"], true, false]);
  first.letGo(0);
  expect([held.named(), held.has("a"), held.has("b")]).toEqual([["b"], false, true]);
});

test("names none where they are more than a heartbeat should carry", async () => {
  const clock = createFakeClock();
  const held = new HeldRuns(clock);
  const many = held.take(Array.from({ length: 2000 }, (_, count) => String(count)));
  held.take(["one more"]);
  await clock.advance(5000);
  expect(held.named()).toBeNull();
  many.letGo(7);
  expect(held.named()).toHaveLength(2000);
});

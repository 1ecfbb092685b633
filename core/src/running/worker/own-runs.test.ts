import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { OwnRuns } from "./own-runs.ts";

test("names the runs it has had for five seconds, until each is settled", async () => {
  const clock = createFakeClock();
  const own = new OwnRuns(clock);
  const first = own.take(["a", "c"]);
  await clock.advance(3000);
  own.take(["b"]);
  expect(own.named()).toEqual([]);
  await clock.advance(2000);
  expect(own.named()).toEqual(["a", "c"]);
  await clock.advance(3000);
  expect(own.named()).toEqual(["a", "c", "b"]);
  first.letGo(1);
  expect([own.named(), own.has("a"), own.has("c")]).toEqual([["a", "b"], true, false]);
  first.letGo(0);
  expect([own.named(), own.has("a"), own.has("b")]).toEqual([["b"], false, true]);
});

test("names none where they are more than a heartbeat should carry", async () => {
  const clock = createFakeClock();
  const own = new OwnRuns(clock);
  const many = own.take(Array.from({ length: 2000 }, (_, count) => String(count)));
  own.take(["one more"]);
  await clock.advance(5000);
  expect(own.named()).toBeNull();
  many.letGo(7);
  expect(own.named()).toHaveLength(2000);
});

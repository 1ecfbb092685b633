import { expect, test } from "vitest";
import { BatchQueue } from "./batch-queue.ts";

test("the most urgent batch is first, and of equally urgent ones the oldest", () => {
  const queue = new BatchQueue();
  const [older, newer, urgent] = [{}, {}, {}];
  queue.enter(older, 3);
  queue.enter(newer, 3);
  expect([older, newer].map((batch) => queue.isFirst(batch))).toEqual([true, false]);
  queue.enter(urgent, 1);
  queue.enter(older, 3);
  expect([older, newer, urgent].map((batch) => queue.isFirst(batch))).toEqual([false, false, true]);
  queue.leave(urgent);
  queue.leave(older);
  expect([queue.isFirst(newer), queue.length]).toEqual([true, 1]);
});

import { expect, test } from "vitest";
import { limitReached, type SlotOptions } from "./slots-in-use.ts";

const OPTIONS: SlotOptions = { maxConcurrency: 2, concurrencyKey: "", whenFull: "skip" };
const PROCESSING = { state: "Processing" } as const;

test("limitReached() is the limit where as many are Processing and the job skips", () => {
  expect(limitReached(OPTIONS, [PROCESSING, PROCESSING])).toBe(2);
  expect(limitReached(OPTIONS, [PROCESSING, { state: "Enqueued" }])).toBeNull();
  expect(limitReached(OPTIONS, [])).toBeNull();
});

test.each([
  { whenFull: "queue" },
  { whenFull: "replace" },
  { maxConcurrency: null },
  { concurrencyKey: "args.id" },
] as const)("limitReached() is none with %j", (options) => {
  expect(limitReached({ ...OPTIONS, ...options }, [PROCESSING, PROCESSING, PROCESSING])).toBeNull();
});

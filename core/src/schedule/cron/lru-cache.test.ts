import { expect, test } from "vitest";
import { LruCache } from "./lru-cache.ts";

test("getOrCreate() makes a value once and drops the one asked for longest ago", () => {
  const cache = new LruCache<string, string>(2);
  const made: string[] = [];
  const ask = (key: string): string =>
    cache.getOrCreate(key, () => {
      made.push(key);
      return key.toUpperCase();
    });
  ask("a");
  ask("b");
  expect(ask("a")).toBe("A");
  ask("c");
  ask("a");
  ask("b");
  expect(made).toEqual(["a", "b", "c", "b"]);
});

test("getOrCreate() keeps nothing when the value cannot be made", () => {
  const cache = new LruCache<string, number>(2);
  expect(() =>
    cache.getOrCreate("a", () => {
      throw new RangeError("no");
    }),
  ).toThrow("no");
  expect(cache.getOrCreate("a", () => 1)).toBe(1);
});

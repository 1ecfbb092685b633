import { expect, it } from "vitest";
import { EntryMemory } from "./entry-memory.ts";

it("EntryMemory keeps the newest fifty, and what was set again counts as new", () => {
  const memory = new EntryMemory<number>();
  for (let entry = 0; entry < 50; entry += 1) memory.set(`${entry}`, entry);
  memory.set("0", 100);
  memory.set("50", 50);
  expect(memory.get("0")).toBe(100);
  expect(memory.get("1")).toBeUndefined();
  expect(memory.get("50")).toBe(50);
});

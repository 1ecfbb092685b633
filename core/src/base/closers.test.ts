import { expect, it } from "vitest";
import { Closers } from "./closers.ts";

it("closes in reverse, one after another, once, and reports the first error when all are closed", async () => {
  const closed: string[] = [];
  const closers = new Closers();
  const open = (name: string, fails = false) => ({
    name,
    async close() {
      await Promise.resolve();
      closed.push(name);
      if (fails) throw new Error(name);
    },
  });
  expect(closers.add(open("store")).name).toBe("store");
  closers.add(open("bus", true));
  closers.add(open("worker", true));
  const closing = closers.close();
  expect(closers.close()).toBe(closing);
  await expect(closing).rejects.toThrow("worker");
  expect(closed).toEqual(["worker", "bus", "store"]);
});

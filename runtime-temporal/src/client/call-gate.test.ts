import { expect, test } from "vitest";
import { CallGate } from "./call-gate.ts";

test("no more calls are under way than there are places, the urgent ones go first, and a failure frees its place", async () => {
  const gate = new CallGate(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const call = (name: string, priority: number): Promise<string> =>
    gate.run(priority, () => {
      begun.push(name);
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      return end.promise;
    });
  const calls = [call("a", 3), call("b", 3), call("c", 3), call("d", 5), call("e", 1), call("f", 3)];
  const results = Promise.allSettled(calls);
  expect(begun).toEqual(["a", "b"]);
  ends.get("a")?.reject(new Error("unavailable"));
  await expect(calls[0]).rejects.toThrow("unavailable");
  expect(begun).toEqual(["a", "b", "e"]);
  for (const name of ["b", "e", "c", "f", "d"]) {
    ends.get(name)?.resolve(name);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  }
  await results;
  expect(begun).toEqual(["a", "b", "e", "c", "f", "d"]);
});

import { expect, it } from "vitest";
import { explore, type ModelWorld } from "./explorer.ts";

/** A world of two steps in either order; `shown` is what its fingerprint says of them. */
function createWorld(shown: (taken: readonly string[]) => string): ModelWorld {
  const taken: string[] = [];
  const choices = (): readonly string[] => {
    if (taken.length === 2) return taken[0] === "b" ? ["more"] : [];
    return ["a", "b"].filter((step) => !taken.includes(step)).slice(0, taken.length === 0 ? 2 : 1);
  };
  return {
    choices: () => (taken.length > 2 ? [] : choices()),
    take: async (choice) => void taken.push(choice),
    fingerprint: () => ({ state: shown(taken), choices: choices().join() }),
    complaints: () => [],
    rest: async () => [],
  };
}

it("explore() finds states that are said to be the same and leave different choices", async () => {
  const sorted = await explore(async () => createWorld((taken) => taken.toSorted().join()));
  expect(sorted.ambiguous).toEqual({ count: 1, example: ["", "more", "b", "a"] });
  const exact = await explore(async () => createWorld((taken) => taken.join()));
  expect(exact.ambiguous.count).toBe(0);
  expect(exact.states).toBeGreaterThan(sorted.states);
});

import { expect } from "vitest";
import { explore } from "./explorer.ts";
import { SchedulerWorld } from "./scheduler-world.ts";
import type { WorldOptions } from "./world-options.ts";

/**
 * Goes every way through a world.
 * @param step the verb of a step that has to be among those taken: else it would have shown nothing
 */
export async function expectNothingWrong(step: string, options: WorldOptions): Promise<void> {
  const taken = new Map<string, number>();
  const create = await SchedulerWorld.prepare({ ...options, taken });
  const { guilty, states, ambiguous } = await explore(create, { mostStates: 500_000 });
  expect(guilty).toBe(null);
  expect(taken.get(step)).toBeGreaterThan(0);
  expect(states).toBeGreaterThan(30);
  expect(ambiguous).toEqual({ count: 0, example: [] });
}

import process from "node:process";
import { expect, test } from "vitest";
import { explore } from "./explorer.ts";
import { SchedulerWorld } from "./scheduler-world.ts";
import type { WorldOptions } from "./world-options.ts";

// With a mishap one fire is enough for most of what can go wrong; `MOJOB_MODEL_FIRES=2` takes two, and minutes.
const FIRES = Number(process.env["MOJOB_MODEL_FIRES"] ?? 1);

const SNOOZED: WorldOptions = { snoozes: 1, retryCount: 0, isSymmetric: true };

/** Everything that two control planes, two workers and their fires can come to, with each mishap at each moment. */
const MISHAPS: readonly (readonly [name: string, step: string, options: WorldOptions])[] = [
  ["two fires race and nothing goes wrong", "returns", { fires: 2, isSymmetric: true }],
  ["two fires run in a lane each", "returns", { fires: 2, lanes: 2, isSymmetric: true }],
  ["two fires queue", "returns", { fires: 2, retryCount: 0, whenFull: "queue", isSymmetric: true }],
  [
    "two fires queue in a store that makes them wait in a write of its own",
    "returns",
    { fires: 2, retryCount: 0, whenFull: "queue", splitsWaits: true, isSymmetric: true },
  ],
  [
    "two fires queue, and one is cancelled",
    "cancels",
    { fires: 2, firesOnce: true, retryCount: 0, whenFull: "queue", cancels: 1, isSymmetric: true },
  ],
  [
    "two fires queue, and an answer of the store is lost",
    "loses",
    { fires: 2, firesOnce: true, retryCount: 0, whenFull: "queue", lostAnswers: 1, isSymmetric: true },
  ],
  [
    "two fires replace each other",
    "returns",
    { fires: 2, retryCount: 0, whenFull: "replace", isSymmetric: true },
  ],
  [
    "two fires of a unique job race",
    "returns",
    { fires: 2, retryCount: 0, unique: "skip", isSymmetric: true },
  ],
  [
    "two fires of a unique job race and a process crashes",
    "crashes",
    { fires: 2, firesOnce: true, retryCount: 0, unique: "skip", crashes: 1, isSymmetric: true },
  ],
  ["a snoozed run finds its job full", "snoozes", { fires: 2, firesOnce: true, ...SNOOZED }],
  ["the job is paused", "pauses", { pauses: 1, retryCount: 0, isSymmetric: true }],
  [
    "two fires have a rate that lets both begin",
    "returns",
    { fires: 2, firesOnce: true, retryCount: 0, maxConcurrency: 2, rate: 2, isSymmetric: true },
  ],
  [
    "two fires have a rate of one and a process crashes",
    "crashes",
    { fires: 2, firesOnce: true, retryCount: 0, maxConcurrency: 2, rate: 1, crashes: 1, isSymmetric: true },
  ],
  ["a process crashes", "crashes", { crashes: 1, repeats: 1 }],
  ["a worker is given up while it lives, and writes late", "gives", { mistakenLosses: 1 }],
  ["a run is cancelled", "cancels", { cancels: 1 }],
  ["a run takes too long", "runs", { timeouts: 1, repeats: 1 }],
  ["a run is snoozed", "snoozes", { ...SNOOZED, repeats: 1 }],
  ["a worker is given up while it snoozes a run", "snoozes", { ...SNOOZED, mistakenLosses: 1 }],
  ["a snoozed run is cancelled", "snoozes", { ...SNOOZED, cancels: 1 }],
  ["a snoozed run's worker crashes", "snoozes", { ...SNOOZED, crashes: 1 }],
  ["a run is snoozed, and the answer is lost", "snoozes", { ...SNOOZED, lostAnswers: 1 }],
  ["the job is disabled", "disables", { edits: 1, repeats: 1 }],
  ["an answer of the store is lost", "loses", { lostAnswers: 1 }],
  ["a cancelled run's worker crashes", "cancels", { cancels: 1, crashes: 1 }],
];

test.each(MISHAPS)(
  "whatever happens when, nothing is lost, doubled or stuck where %s",
  async (_name, step, options) => {
    const taken = new Map<string, number>();
    const world = { fires: FIRES, ...options, taken };
    const { guilty, states } = await explore(() => SchedulerWorld.create(world), { mostStates: 500_000 });
    expect(guilty).toBe(null);
    // Else it would have shown nothing.
    expect(taken.get(step)).toBeGreaterThan(0);
    expect(states).toBeGreaterThan(50);
  },
  FIRES > 1 ? 3_600_000 : 180_000,
);

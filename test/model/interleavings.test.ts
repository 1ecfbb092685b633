import process from "node:process";
import { test } from "vitest";
import { expectNothingWrong } from "./expect-nothing-wrong.ts";
import type { WorldOptions } from "./world-options.ts";

// With a mishap one fire is enough for most of what can go wrong; `MOJOB_MODEL_FIRES=2` takes two, and minutes.
const FIRES = Number(process.env["MOJOB_MODEL_FIRES"] ?? 1);

const SNOOZED: WorldOptions = { snoozes: 1, retryCount: 0, isSymmetric: true };

/**
 * Everything that two control planes, two workers and their fires can come to, with each mishap at each moment: limits, lanes,
 * queues, `replace`, `unique`, rates, snoozes and pauses. What else may wait is in `waiting.test.ts`, what a run leads to in
 * `followers.test.ts`. A world combines what its row names and nothing more: with all of it there would be too many.
 */
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
  ["a process crashes", "crashes", { crashes: 1, repeats: 1, isSymmetric: true }],
  ["a worker is given up while it lives, and writes late", "gives", { mistakenLosses: 1, isSymmetric: true }],
  ["a run is cancelled", "cancels", { cancels: 1, isSymmetric: true }],
  ["a run takes too long", "runs", { timeouts: 1, repeats: 1, isSymmetric: true }],
  ["a run takes too long, and is cancelled", "runs", { fires: 1, workers: 1, timeouts: 1, cancels: 1 }],
  ["a run is snoozed", "snoozes", { ...SNOOZED, repeats: 1 }],
  ["a worker is given up while it snoozes a run", "snoozes", { ...SNOOZED, mistakenLosses: 1 }],
  ["a snoozed run is cancelled", "snoozes", { ...SNOOZED, cancels: 1 }],
  ["a snoozed run's worker crashes", "snoozes", { ...SNOOZED, crashes: 1 }],
  ["a run is snoozed, and the answer is lost", "snoozes", { ...SNOOZED, lostAnswers: 1 }],
  ["the job is disabled", "disables", { edits: 1, repeats: 1, isSymmetric: true }],
  ["an answer of the store is lost", "loses", { lostAnswers: 1, isSymmetric: true }],
  ["a cancelled run's worker crashes", "cancels", { cancels: 1, crashes: 1, isSymmetric: true }],
];

test.each(MISHAPS)(
  "whatever happens when, nothing is lost, doubled or stuck where %s",
  (_name, step, options) => expectNothingWrong(step, { fires: FIRES, ...options }),
  FIRES > 1 ? 3_600_000 : 180_000,
);

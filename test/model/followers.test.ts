import { test } from "vitest";
import { expectNothingWrong } from "./expect-nothing-wrong.ts";
import type { WorldOptions } from "./world-options.ts";

/** Its executors have names, so that its workers are not interchangeable. */
const BROADCAST: WorldOptions = {
  fires: 1,
  firesOnce: true,
  retryCount: 0,
  broadcasts: true,
  hasExecutors: true,
};
const PARENT: WorldOptions = {
  fires: 1,
  firesOnce: true,
  retryCount: 0,
  hasChild: true,
  follows: 2,
  isSymmetric: true,
};

/** What the begin and the end of a run lead to: the shards of a broadcast, and child jobs. Two processes follow the ends, each as often as it likes. */
const LED: readonly (readonly [name: string, step: string, options: WorldOptions])[] = [
  ["a broadcast has two shards", "follows", { ...BROADCAST, follows: 2 }],
  [
    "a process crashes during a broadcast",
    "crashes",
    { ...BROADCAST, isOrdered: true, follows: 1, crashes: 1 },
  ],
  ["a broadcast or a shard is cancelled", "cancels", { ...BROADCAST, isOrdered: true, cancels: 1 }],
  [
    "the shards of two broadcasts share the limit of an executor",
    "returns",
    { ...BROADCAST, fires: 2, isOrdered: true, workers: 1, whenFull: "queue" },
  ],
  ["the ends of two runs are followed", "follows", { ...PARENT, fires: 2 }],
  ["a process crashes that follows an end", "crashes", { ...PARENT, crashes: 1 }],
  ["a run with a child is cancelled", "cancels", { ...PARENT, cancels: 1 }],
];

test.each(LED)(
  "whatever happens when, each run that is to follow is there once and ends where %s",
  (_name, step, options) => expectNothingWrong(step, options),
  180_000,
);

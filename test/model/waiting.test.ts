import { test } from "vitest";
import { expectNothingWrong } from "./expect-nothing-wrong.ts";
import type { Share, WorldOptions } from "./world-options.ts";

const QUEUE: WorldOptions = {
  fires: 2,
  firesOnce: true,
  retryCount: 0,
  whenFull: "queue",
  isSymmetric: true,
};
const TRIGGERED: WorldOptions = { ...QUEUE, isTriggered: true };
/** With one worker, because five runs at two would come to too many states. */
const TURNS: WorldOptions = { ...QUEUE, fires: 5, isTriggered: true, isOrdered: true, workers: 1 };
const DEBOUNCED: WorldOptions = { retryCount: 0, fires: 2, isTriggered: true, debounces: true, workers: 1 };

function shares(keys: string, weightOfA = 1): readonly Share[] {
  return keys.split("").map((key) => ({ key, weight: key === "a" ? weightOfA : 1 }));
}

/**
 * What bounds the waiting of runs and what orders it: `maxWaiting`, `waitTimeoutMs`, pauses that hold and that cancel, snoozes, a raised limit, each
 * with the queue of a full job; `fairness` with the queue; `debounceMs` with the queue and with `maxWaiting`. Pauses are combined with
 * `waitTimeoutMs` besides.
 */
const WAITS: readonly (readonly [name: string, step: string, options: WorldOptions])[] = [
  ["one of three fires may wait", "returns", { ...QUEUE, fires: 3, maxWaiting: 1 }],
  ["one of two fires may wait, and a process crashes", "crashes", { ...QUEUE, maxWaiting: 1, crashes: 1 }],
  [
    "one of two triggers may wait, and two processes are asked",
    "returns",
    { ...QUEUE, isTriggered: true, firesOnce: false, maxWaiting: 1 },
  ],
  ["one fire may wait, and one is snoozed", "snoozes", { ...QUEUE, maxWaiting: 1, snoozes: 1 }],
  ["two fires wait for too long", "looks", { ...QUEUE, endsWaits: true, lapses: 1, looks: 1 }],
  [
    "a fire and its retry wait for too long where there are workers",
    "looks",
    { ...QUEUE, fires: 1, retryCount: 1, endsWaits: true, hasExecutors: true, lapses: 1, looks: 1 },
  ],
  [
    "a fire waits for too long, and its job is paused",
    "pauses",
    { ...QUEUE, fires: 1, endsWaits: true, pauses: 1, lapses: 2, looks: 1 },
  ],
  [
    "fires that no worker begins in time are skipped, and one that waits for a slot is not",
    "looks",
    { ...QUEUE, workers: 1, misfires: true, lapses: 2, looks: 1 },
  ],
  ["two triggers queue, and the limit is raised", "raises", { ...TRIGGERED, workers: 1, raises: 1 }],
  ["two triggers queue, and a process crashes", "crashes", { ...TRIGGERED, crashes: 1 }],
  ["two triggers queue, and one is cancelled", "cancels", { ...TRIGGERED, workers: 1, cancels: 1 }],
  ["two triggers queue, and one takes too long", "runs", { ...TRIGGERED, workers: 1, timeouts: 1 }],
  ["two processes trigger one job that queues", "returns", { ...TRIGGERED, firesOnce: false }],
  ["two fires queue, and a pause holds them", "resumes", { ...QUEUE, pauses: 1 }],
  [
    "two fires queue, a pause holds them and a process crashes",
    "crashes",
    { ...QUEUE, workers: 1, isSymmetric: false, pauses: 1, crashes: 1 },
  ],
  ["two fires queue, and a pause cancels them", "pauses", { ...QUEUE, pauses: 1, pauseTo: "cancel" }],
  ["two fires queue, and one is snoozed", "snoozes", { ...QUEUE, snoozes: 1 }],
  ["one key waits behind four runs of another", "returns", { ...TURNS, shares: shares("aaaab") }],
  [
    "a key with twice the weight shares with another one",
    "returns",
    { ...TURNS, shares: shares("aaabb", 2) },
  ],
  ["two processes debounce one job", "passes", { ...DEBOUNCED, whenFull: "queue", lapses: 3 }],
  [
    "a process debounces and one crashes",
    "crashes",
    { ...DEBOUNCED, firesOnce: true, maxConcurrency: 2, lapses: 2, crashes: 1 },
  ],
  [
    "two processes debounce a job of which one may wait",
    "passes",
    { ...DEBOUNCED, maxConcurrency: 2, lapses: 2, maxWaiting: 1 },
  ],
];

test.each(WAITS)(
  "whatever happens when, no limit is exceeded and no run waits for ever where %s",
  (_name, step, options) => expectNothingWrong(step, options),
  180_000,
);

import type { Mutant } from "./mutant.ts";

/** What carries runs. */
export const RUNTIMES_MUTANTS: readonly Mutant[] = [
  {
    name: "debounced jobs: a run that was postponed is not delivered again",
    file: "runtime-local/src/delayed-requests.ts",
    text: "const refused = scheduled.filter((_, index) => isEnqueued[index] !== true);",
    instead: "const refused: Delayed[] = [];",
    test: "runtime-local/src/local-runtime.test.ts",
    testName: "delivers a run that was postponed",
  },
  {
    name: "debounced jobs: the workflow of a run that was postponed waits as for code",
    file: "runtime-temporal/src/worker/request-handler.ts",
    text: "isUntouched && !isPostponed &&",
    instead: "isUntouched &&",
    test: "runtime-temporal/src/temporal-client.test.ts",
    testName: "a debounced run that is postponed",
  },
  {
    name: "the bus: requests of a delayed run are published before it is due",
    file: "runtime-local/src/delayed-requests.ts",
    text: "if (atOnce.length === requests.length) return",
    instead: "if (atOnce.length <= requests.length) return",
    test: "runtime-local/src/requests-on-the-bus.test.ts",
    testName: "are published when a delayed run is due",
  },
  {
    name: "the bus: a request that it refuses fails the caller",
    file: "core/src/dispatch/dispatcher.ts",
    text: "      this.#failures += 1;\n      onError(error);",
    instead: "      throw error;",
    test: "core/src/dispatch/dispatcher.test.ts",
    testName: "reports a bus that fails",
  },
  {
    name: "the lock: no thread keeps it",
    file: "runtime-local/src/process-lock.ts",
    text: "this.#life?.turned(clock.now(), ALWAYS_QUIET_MS);\n      return",
    instead: "return",
    test: "runtime-local/src/process-lock.test.ts",
    testName: "is kept by a thread of its store",
  },
  {
    name: "the embedded runtime: a run whose turn was given counts as lost",
    file: "runtime-local/src/local-runtime.ts",
    text: "(state !== JobState.Processing || !isHeld(id))",
    instead: "true",
    test: "runtime-local/src/local-runtime.test.ts",
    testName: "began without a delivery",
  },
  {
    name: "ends on Temporal: the first follower is noticed seconds later",
    file: "runtime-temporal/src/link/ends-bus.ts",
    text: "if (!isKept) kept.listeners = null;",
    instead: "if (!isKept && kept.timer !== null) kept.listeners = null;",
    test: "runtime-temporal/src/link/ends-bus.test.ts",
    testName: "the first end after one has come is",
  },
];

import { type GateName, GATES } from "../../core/src/model/begin/gates.ts";
import type { Mutant } from "./mutant.ts";

const REFUSING = "core/src/running/job-executor.refusing.test.ts";
const CAN_RUN = "core/src/placement/can-run.test.ts";
const RATE = "core/src/running/rate/rate-turns.test.ts";

/** The test that notices when a gate is always open, and a part of its name. */
const NOTICED: Readonly<Record<Exclude<GateName, "removed">, readonly [test: string, testName: string]>> = {
  runner: [CAN_RUN, "is false for a worker without the handler"],
  executorRule: [CAN_RUN, "goes by the version and the labels"],
  draining: [CAN_RUN, "is false for a worker that is leaving"],
  disabled: [REFUSING, "disabled meanwhile"],
  debugMode: ["runtime-local/src/debug-mode.test.ts", "holds back runs of before"],
  paused: ["core/src/duties/reconciler.test.ts", "leaves runs that a pause holds"],
  otherRun: ["core/src/running/judge-requests.test.ts", "a run is behind the one that has begun"],
  waitTimeout: ["core/src/duties/waiting-duty.test.ts", "fails a run that no worker began in time"],
  rate: [RATE, "begins as many as the rate allows"],
  slot: ["core/src/running/lanes/lane-turns.test.ts", "begins it when the one before it has ended"],
  full: ["core/src/model/begin/closed-gates.property.test.ts", "what a full lane does to a run"],
};

/** One for each gate of the list, which is always open. */
export const GATE_MUTANTS: readonly Mutant[] = Object.keys(GATES).map((name) => ({
  name: `the gates: "${name}" is always open`,
  file: "core/src/model/begin/closed-gates.ts",
  ...(name === "removed"
    ? {
        text: "[GATES.removed]",
        instead: "[]",
        test: "core/src/running/job-executor.taking.test.ts",
        testName: "ends a run whose job was deleted",
      }
    : openedBy(name as keyof typeof NOTICED)),
}));

function openedBy(name: keyof typeof NOTICED): Pick<Mutant, "text" | "instead" | "test" | "testName"> {
  const [test, testName] = NOTICED[name];
  return {
    text: "ALL.filter((gate) => gate.guards(job))",
    instead: `ALL.filter((gate) => gate !== GATES.${name} && gate.guards(job))`,
    test,
    testName,
  };
}

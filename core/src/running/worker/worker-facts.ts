import type { WorkerFacts } from "../../model/begin/situation.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";

/** The parts of a worker's description that jobs may ask for. */
export type Described = Pick<ExecutorRecord, "version" | "labels">;

/** This worker as gates see it. */
export function factsOf({ version, labels }: Described, hasRunner: boolean, isDraining = false): WorkerFacts {
  return { version, labels, isDraining, hasRunner };
}

import type { ExecutorRecord } from "../../model/executor-record.ts";
import { WorkKind } from "../../model/job-work.ts";
import { PHASES } from "../../model/phased-work.ts";
import type { IMoWorkRunner } from "../../ports/work-runner.ts";

/** The statements of a worker's record about its runners. */
export function offersOf(
  runners: readonly Pick<IMoWorkRunner, "kind" | "names" | "sandbox">[],
  callbackUrl: string | null,
): Pick<ExecutorRecord, "workKinds" | "runners"> {
  // Phases are of kinds that other runners run.
  const shown = runners.filter(({ kind }) => kind !== PHASES);
  return {
    workKinds: [...new Set(shown.map(({ kind }) => kind))],
    runners: shown
      .filter(({ kind }) => kind !== WorkKind.Code)
      .map(({ kind, names, sandbox }) => ({
        kind,
        ...(names !== undefined && { names }),
        ...(sandbox !== undefined && { sandbox }),
        ...(kind === WorkKind.Http && callbackUrl !== null && { callbackUrl }),
      })),
  };
}

import type { NamedExecutor } from "../../model/run-routing.ts";

/** An executor that can run a job, as a strategy sees it. */
export interface Candidate extends NamedExecutor {
  /** Its name in a hash: the same after a restart where it has a name of its own. */
  readonly identity: string;
  /** Runs under way at its latest heartbeat. */
  readonly running: number;
  readonly limit: number | null;
  /** Its latest heartbeat is overdue. */
  readonly isSilent: boolean;
}

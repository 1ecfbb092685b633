import type { JobLogLine } from "../model/instance/job-instance.ts";

/** Keeps the lines jobs write. */
export interface IMoLogStore {
  /** A line whose (instance, seq) is already there is left alone, so that a repeat is harmless. */
  append(lines: readonly JobLogLine[]): Promise<void>;
  /**
   * Puts `mark` in place of the lines of its run whose `seq` is from the mark's own to `upTo`, so that a log keeps its head
   * and its tail; an earlier mark there is replaced. Lines of a run that does not exist are none.
   */
  cut(mark: JobLogLine, upTo: number): Promise<void>;
  /** Lines with `seq` above `after`, ascending, at most `limit`. */
  list(tenant: string, instanceId: string, after: number, limit: number): Promise<readonly JobLogLine[]>;
}

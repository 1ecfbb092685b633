import type { JobInstance } from "../instance/job-instance.ts";

/** A run as a store keeps it. */
export interface StoredRun {
  readonly record: JobInstance;
}

/** The runs of a store that writes one after another: what it decides of them is written once, over this (ADR 75). */
export interface RunTable<Run extends StoredRun> {
  find(tenant: string, id: string): Run | undefined;
  /** The open run that has the unique key. */
  holderOf(tenant: string, uniqueKey: string): Run | undefined;
  laneOf(record: JobInstance): LaneView<Run>;
  /** Writes a new run; returns what already stands under its id or its unique key, or `null` where it was written. */
  insert(record: JobInstance): JobInstance | null;
  /** Writes the run as `record` is; returns it as it is kept from then on. */
  write(run: Run, record: JobInstance): Run;
  /** The run's record for callers, who share none of its values with the store where that matters. */
  handOut(run: Run): JobInstance;
}

/** The slots of a lane, and the runs that wait for one. */
export interface LaneView<Run extends StoredRun> {
  /** The run whose turn is next; `undefined` where none waits. */
  readonly next: Run | undefined;
  /** Whether as many slots as the limit are taken, wherever they are. */
  isFull(limit: number): boolean;
  /** Whether a run other than this one waits. */
  hasOthers(run: Run): boolean;
  /** Takes the lowest slot that is free; returns `null` where the lane is full. */
  take(limit: number): number | null;
  /** The turn of a run that begins to wait (`turnAfter`); `null` where it has no fair share. */
  turnOf(record: JobInstance): number | null;
}

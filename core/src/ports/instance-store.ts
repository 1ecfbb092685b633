import type { InstanceChange } from "../model/instance/instance-change.ts";
import type { JobInstance, JobInstanceSummary } from "../model/instance/job-instance.ts";
import type { JobState } from "../model/instance/job-state.ts";
import type { Admission, AdmissionResult } from "../model/write/admission.ts";
import type { Arrival, ArrivalResult } from "../model/write/arrival.ts";
import type { EndAndAdmit, EndResult } from "../model/write/end.ts";
import type { Page, PageRequest } from "./page.ts";

/** Keeps runs: the conditional writes and the reads that drive them. Methods take and return arrays, one result per item, in order. */
export interface IMoInstanceStore {
  /**
   * Writes those whose (tenant, id) is new and whose `uniqueKey` no open run of the tenant has; returns what already stood
   * under the id, else the open run that has the key, or `null` where it was written. An end frees the key in its write.
   */
  insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]>;
  /**
   * As `insert`; in the same write a run with `waiting` begins to wait where every slot of its lane is taken. Where one is free it
   * is recorded as it is, though others wait. @default a run waits where its admission finds no slot: the store has no write for both
   */
  insertOrWait?(arrivals: readonly Arrival[]): Promise<readonly ArrivalResult[]>;
  /**
   * Applies each change whose condition holds, each also taking one of the lane's `limit` slots in the same write:
   * two runs of one (tenant, lane) never share a slot, whether Processing or `abandoned`. An unlimited one (`limit: null`) takes none.
   * One with `waiting` does not overtake: where its lane is full or another run waits in it, that is written instead.
   */
  admit(admissions: readonly Admission[]): Promise<readonly AdmissionResult[]>;
  /**
   * Applies each change whose condition holds and returns for each whether it did. A patch that leaves Processing
   * also frees the slot and the claim; one that sets `abandoned` keeps the slot, which is freed when that becomes `null`. One that sets `lane`
   * names the lane before and no slot in its condition; what waits for a slot waits in the new lane from then on, with a turn of it. One that
   * sets `ReasonCode.WaitsForSlot` makes the run wait in its lane. One that sets a `uniqueKey` which another open run has is not written. An unknown id returns `false`.
   */
  update(changes: readonly InstanceChange[]): Promise<readonly boolean[]>;
  /**
   * As `update`, for changes that leave Processing; in the same write each slot that is given back goes to the run that waits
   * first in its lane. @default slots are given on by `firstWaiting` and `admit`: the store has no write for both
   */
  endAndAdmit?(ends: readonly EndAndAdmit[]): Promise<readonly EndResult[]>;
  /** Returns `null` for an unknown id. */
  get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]>;
  /** The open run that has each of these unique keys; `null` where none has it. */
  getByUniqueKey(tenant: string, uniqueKeys: readonly string[]): Promise<readonly (JobInstance | null)[]>;
  /** The first runs that wait for a slot of each lane (`waitsForSlot`), by priority, then turn (those without one first), then createdAt, then id. */
  firstWaiting(lanes: readonly LaneQuery[]): Promise<readonly (readonly JobInstance[])[]>;
  /** Runs in these states that nothing was written to since `unmovedSince`, oldest first (createdAt, then id). */
  findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>>;
  /**
   * Runs that ended after `position`, at most `limit`, in one order that all readers share: the order of
   * the ends, to the resolution of the store's clock. A reader that continues at
   * the position of its latest page misses none and reads none twice, also while several processes write: a store
   * returns an end only once no other end can still be placed before it, which may be seconds after the write.
   * Retention may remove a run before it was read; `RetentionSweep.keepAfter` prevents that.
   *
   * `null` returns no runs and the position of now: every end written after the call is behind it. `BEFORE_ALL_ENDS`
   * begins with the oldest end that is kept.
   * @param position `EndedPage.position` of an earlier call; a malformed one rejects with `invalid_argument`
   * @param states ends in other states are passed over @default all
   * @param until `EndedPage.position` of another call: ends after it are left for a later one, and it is the position once there are no more before it @default all
   */
  endedAfter(
    tenant: string,
    position: string | null,
    limit: number,
    states?: readonly JobState[],
    until?: string,
  ): Promise<EndedPage>;
}

/** A position of `endedAfter` that is valid in every store: before all ends. */
export const BEFORE_ALL_ENDS = "first";

/** Ended runs in the order of `endedAfter`. */
export interface EndedPage {
  /** Fewer than asked for: there are no more for now. */
  readonly runs: readonly JobInstanceSummary[];
  /** Opaque text, valid for as long as the store; where the next call continues. */
  readonly position: string;
}

export interface LaneQuery {
  readonly tenant: string;
  readonly lane: string;
  /** At most so many. */
  readonly most: number;
  /** No more than the lane has free slots under this limit. @default whatever is free */
  readonly limit?: number;
}

export interface OpenInstanceQuery {
  readonly tenant: string;
  readonly states: readonly JobState[];
  readonly unmovedSince: Date;
  readonly app?: string;
  readonly jobKey?: string;
}

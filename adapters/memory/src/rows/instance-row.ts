import { isTerminal, type JobState } from "@mojob/core";
import {
  JOB_STATES,
  type JobInstance,
  type JobLogLine,
  type TaskFact,
  type TaskState,
} from "@mojob/core/ports";

/** The orders a row is kept in; each names the row's field that holds its block there. */
export type RowHome = "inTenant" | "inApp" | "inJob" | "inIds" | "inLane";

/** The stretch of a list that a row stands in. */
export interface RowHolder {
  /** Counts a row's change of state. */
  move(row: InstanceRow, from: number, to: number): void;
}

/** A lane as its rows know it. */
export interface RowLane {
  /** Removes a row that waits, whose record is still as it was added. */
  remove(row: InstanceRow): void;
  /** Gives back the slot that the row had. */
  free(row: InstanceRow, slot: number): void;
}

/** One run as the store holds it: the record, which is replaced as a whole, and where the row stands in each order. */
export class InstanceRow {
  record: JobInstance;
  /** createdAt in milliseconds, kept here because comparing reads nothing else. */
  readonly createdMs: number;
  /** The id of the run that it is a part of. */
  readonly partOf: string | null;
  /** Index of the record's state in `JOB_STATES`. */
  state: number;
  /** Its number in the order of ends; 0 until it has ended. */
  endNumber = 0;
  isRemoved = false;
  logs: JobLogLine[] | null = null;
  /** Where it stands, where it is a task that has begun. */
  task: { state: TaskState; readonly facts: TaskFact[] } | null = null;
  inTenant: RowHolder | null = null;
  inApp: RowHolder | null = null;
  inJob: RowHolder | null = null;
  inIds: RowHolder | null = null;
  /** Only while it waits for a slot of its lane, or holds one. */
  lane: RowLane | null = null;
  /** Only while it waits for a slot of its lane. */
  inLane: RowHolder | null = null;
  /** The rows it takes turns among, only while it waits there with a turn. */
  inShare: object | null = null;

  constructor(record: JobInstance) {
    this.record = record;
    this.createdMs = record.createdAt.getTime();
    this.partOf = record.part?.of ?? null;
    this.state = stateIndex(record.state);
  }
}

/** A place between rows in the order of lists. */
export interface RowPosition {
  /** createdAt, in milliseconds since the epoch. */
  readonly at: number;
  readonly id: string;
}

const STATE_INDEX = new Map<JobState, number>(JOB_STATES.map((state, index) => [state, index]));

/** For each state, by index, whether it is terminal. */
export const IS_TERMINAL: readonly boolean[] = JOB_STATES.map(isTerminal);

export function stateIndex(state: JobState): number {
  return STATE_INDEX.get(state) ?? 0;
}

/** When the run ended, in milliseconds; only for one in a terminal state. */
export function endedAtMs({ record }: InstanceRow): number {
  return (record.completedAt ?? record.updatedAt).getTime();
}

/** The order of lists: createdAt, then id. */
export function compareByCreation(a: InstanceRow, b: InstanceRow): number {
  return a.createdMs - b.createdMs || compareIds(a.record.id, b.record.id);
}

export function compareToPosition({ createdMs, record }: InstanceRow, position: RowPosition): number {
  return createdMs - position.at || compareIds(record.id, position.id);
}

export function compareById(a: InstanceRow, b: InstanceRow): number {
  return compareIds(a.record.id, b.record.id);
}

/** The order in which runs that wait for a slot begin: priority, then turn, then createdAt, then id. */
export function compareByTurn(a: InstanceRow, b: InstanceRow): number {
  return (
    a.record.priority - b.record.priority ||
    (a.record.turn ?? 0) - (b.record.turn ?? 0) ||
    compareByCreation(a, b)
  );
}

function compareIds(a: string, b: string): number {
  if (a < b) return -1;
  return a === b ? 0 : 1;
}

import {
  type Admission,
  type AdmissionAnswer,
  type Arrival,
  type ArrivalAnswer,
  type EndAndAdmit,
  type EndAnswer,
  type InstanceChange,
  isNextInLane,
  type JobInstance,
  type LaneQuery,
  meetsCondition,
  waitsForSlot,
} from "@mojob/core/ports";
import { applyChange } from "./apply-change.ts";
import { AppRows } from "./app-rows.ts";
import { EndedRows } from "../rows/ended-rows.ts";
import { InstanceRow, IS_TERMINAL, type RowLane, stateIndex } from "../rows/instance-row.ts";
import { JobRows } from "./job-rows.ts";
import { LaneRows } from "./lane-rows.ts";

const RECORDED: ArrivalAnswer = { outcome: "recorded" };
const REFUSED: AdmissionAnswer = { outcome: "refused" };
const FULL: AdmissionAnswer = { outcome: "full" };

/** An end, and what became of the slot that it gave back. */
export interface EndedRow extends Omit<EndAnswer, "isWritten"> {
  readonly ended: JobInstance | null;
}

/** The runs of one tenant in every order they are asked for in. */
export class TenantInstances {
  readonly rows: Map<string, InstanceRow> = new Map();
  readonly all: AppRows = new AppRows("inTenant");
  readonly apps: Map<string, AppRows> = new Map();
  readonly jobs: Map<string, JobRows> = new Map();
  /** The lanes in which slots are taken or runs wait. */
  readonly #lanes = new Map<string, LaneRows>();
  /** The open runs with a unique key, by it. */
  readonly #unique = new Map<string, InstanceRow>();
  /** Those whose abandoned code holds a slot. */
  readonly abandoned: Set<InstanceRow> = new Set();
  /** The shards of each broadcast, by its id. */
  readonly #shards = new Map<string, Set<InstanceRow>>();
  readonly ended: EndedRows;

  /** @param epoch names the store these runs are of, among all there have ever been */
  constructor(epoch: string) {
    this.ended = new EndedRows(epoch);
  }

  /** Returns what already stands under the id or the unique key, or `null` where the record was written. */
  insert(record: JobInstance): JobInstance | null {
    const { uniqueKey } = record;
    const standing =
      this.rows.get(record.id) ?? (uniqueKey === null ? undefined : this.#unique.get(uniqueKey));
    if (standing) return standing.record;
    // A slot is given by an admission and by nothing else.
    const hasNone = record.slot === null && record.abandoned === null;
    const row = new InstanceRow(hasNone ? record : { ...record, slot: null, abandoned: null });
    this.rows.set(record.id, row);
    if (uniqueKey !== null) this.#unique.set(uniqueKey, row);
    if (row.broadcast !== null) this.#shardsOf(row.broadcast).add(row);
    this.all.byCreation.add(row);
    const app = this.#app(record.app);
    app.byCreation.add(row);
    this.#job(record.jobKey).add(row);
    if (IS_TERMINAL[row.state]) this.#end(row, app);
    else if (waitsForSlot(record)) this.#join(row);
    return null;
  }

  /** As `insert`; returns the record as written. */
  insertOrWait({ instance, waiting }: Arrival): ArrivalAnswer {
    const lane = waiting === undefined ? undefined : this.#lanes.get(instance.lane);
    if (waiting === undefined || lane === undefined || lane.slots.taken < waiting.limit) {
      const standing = this.insert(instance);
      return standing === null ? RECORDED : { outcome: "taken", instance: standing };
    }
    const waits = { ...instance, reason: waiting.reason, turn: lane.turnOf(instance) };
    const standing = this.insert(waits);
    return standing === null
      ? { outcome: "waits", instance: waits }
      : { outcome: "taken", instance: standing };
  }

  admit({ change, limit, waiting }: Admission): AdmissionAnswer {
    const row = this.rows.get(change.id);
    if (!row || !meetsCondition(row.record, change.when)) return REFUSED;
    let slot = limit === null ? null : row.record.slot;
    if (limit !== null && slot === null) {
      const lane = this.#lane(row.record.lane);
      slot = waiting !== undefined && lane.hasOthers(row) ? null : lane.slots.take(limit);
      if (slot === null) {
        if (waiting === undefined) return FULL;
        this.#write(row, applyChange(row.record, waiting, null));
        return { outcome: "waits", instance: row.record };
      }
      this.#begin(row, applyChange(row.record, change, slot), lane);
    } else this.#write(row, applyChange(row.record, change, slot));
    return { outcome: "admitted", instance: row.record };
  }

  /** Returns the record as written, or `null` where the condition did not hold. */
  update(change: InstanceChange): JobInstance | null {
    const row = this.rows.get(change.id);
    if (!row || !meetsCondition(row.record, change.when)) return null;
    const holder = this.#unique.get(change.set.uniqueKey ?? "");
    if (holder !== undefined && holder !== row) return null;
    this.#write(row, applyChange(row.record, change, row.record.slot));
    return row.record;
  }

  /** Returns the record as written, or `null` where the condition did not hold; and what became of its slot. */
  endAndAdmit({ change, next }: EndAndAdmit): EndedRow {
    const row = this.rows.get(change.id);
    if (!row || !meetsCondition(row.record, change.when))
      return { ended: null, begun: null, othersWait: true };
    // Only a run with a slot gives one on, and it knows its lane.
    const lane = row.lane ?? this.#lanes.get(row.record.lane);
    this.#write(row, applyChange(row.record, change, row.record.slot));
    const ended = row.record;
    const first = lane?.next;
    if (lane === undefined || first === undefined) return { ended, begun: null, othersWait: false };
    const mayBegin =
      next !== undefined && isNextInLane(first.record) && meetsCondition(first.record, next.change.when);
    const slot = mayBegin ? lane.slots.take(next.limit) : null;
    if (!mayBegin || slot === null) return { ended, begun: null, othersWait: true };
    this.#begin(first, applyChange(first.record, next.change, slot), lane);
    return { ended, begun: first.record, othersWait: true };
  }

  getByUniqueKey(uniqueKey: string): JobInstance | null {
    return this.#unique.get(uniqueKey)?.record ?? null;
  }

  firstWaiting({ lane, most, limit }: LaneQuery): readonly JobInstance[] {
    const rows = this.#lanes.get(lane);
    if (rows === undefined) return [];
    const free = limit === undefined ? most : Math.min(most, limit - rows.slots.taken);
    return rows.first(free).map(({ record }) => record);
  }

  /** The run, and where it is a broadcast its shards. */
  whole(row: InstanceRow): readonly InstanceRow[] {
    return [row, ...(this.#shards.get(row.record.id) ?? [])];
  }

  remove(row: InstanceRow): void {
    const { id, app, jobKey } = row.record;
    if (row.broadcast !== null) {
      const shards = this.#shardsOf(row.broadcast);
      shards.delete(row);
      if (shards.size === 0) this.#shards.delete(row.broadcast);
    }
    this.rows.delete(id);
    this.ended.remove(row);
    this.all.byCreation.remove(row);
    this.apps.get(app)?.byCreation.remove(row);
    const job = this.jobs.get(jobKey);
    job?.remove(row);
    if (job?.byCreation.size === 0) this.jobs.delete(jobKey);
  }

  #write(row: InstanceRow, record: JobInstance): void {
    const before = row.record;
    const [waited, waits] = [waitsForSlot(before), waitsForSlot(record)];
    const hasOtherLane = before.lane !== record.lane;
    const isMoved =
      waited !== waits || before.priority !== record.priority || before.turn !== record.turn || hasOtherLane;
    if (waited && isMoved) this.#leave(row);
    const isJoining = waits && (!waited || hasOtherLane) && record.fairShare !== null;
    row.record = isJoining ? { ...record, turn: this.#lane(record.lane).turnOf(record) } : record;
    if (before.uniqueKey !== record.uniqueKey) this.#changeKey(row, before.uniqueKey);
    if (before.slot !== null && record.slot === null) this.#free(row, before.slot);
    if (before.abandoned !== record.abandoned) this.#markAbandoned(row);
    if (before.state !== record.state) this.#move(row);
    if (waits && isMoved) this.#join(row);
  }

  #changeKey(row: InstanceRow, before: string | null): void {
    if (before !== null) this.#unique.delete(before);
    if (row.record.uniqueKey !== null) this.#unique.set(row.record.uniqueKey, row);
  }

  #markAbandoned(row: InstanceRow): void {
    if (row.record.abandoned === null) this.abandoned.delete(row);
    else this.abandoned.add(row);
  }

  /** Writes a run that has got a slot of the lane. */
  #begin(row: InstanceRow, record: JobInstance, lane: RowLane): void {
    this.#write(row, record);
    row.lane = lane;
  }

  #move(row: InstanceRow): void {
    const { record } = row;
    const from = row.state;
    row.state = stateIndex(record.state);
    row.inTenant?.move(row, from, row.state);
    row.inApp?.move(row, from, row.state);
    row.inJob?.move(row, from, row.state);
    row.inIds?.move(row, from, row.state);
    if (IS_TERMINAL[row.state] && !IS_TERMINAL[from]) this.#end(row, this.#app(record.app));
  }

  #end(row: InstanceRow, app: AppRows): void {
    const { record } = row;
    this.ended.add(row);
    const at = record.completedAt ?? record.updatedAt;
    for (const rows of [this.all, app]) {
      rows.completions.record(record.state, at);
      if (row.broadcast === null) rows.wholeCompletions.record(record.state, at);
    }
  }

  #shardsOf(broadcast: string): Set<InstanceRow> {
    let shards = this.#shards.get(broadcast);
    if (!shards) this.#shards.set(broadcast, (shards = new Set()));
    return shards;
  }

  #lane(name: string): LaneRows {
    let lane = this.#lanes.get(name);
    if (!lane) this.#lanes.set(name, (lane = new LaneRows(name)));
    return lane;
  }

  #join(row: InstanceRow): void {
    const lane = this.#lane(row.record.lane);
    lane.add(row);
    row.lane = lane;
  }

  #leave(row: InstanceRow): void {
    row.lane?.remove(row);
    this.#forgetLane(row);
  }

  #free(row: InstanceRow, slot: number): void {
    row.lane?.slots.free(slot);
    this.#forgetLane(row);
  }

  /** There may be a lane for each customer: an empty one is dropped. */
  #forgetLane(row: InstanceRow): void {
    const { lane } = row;
    row.lane = null;
    if (lane?.isEmpty === true) this.#lanes.delete(lane.name);
  }

  #app(app: string): AppRows {
    let rows = this.apps.get(app);
    if (!rows) this.apps.set(app, (rows = new AppRows("inApp")));
    return rows;
  }

  #job(jobKey: string): JobRows {
    let rows = this.jobs.get(jobKey);
    if (!rows) this.jobs.set(jobKey, (rows = new JobRows()));
    return rows;
  }
}

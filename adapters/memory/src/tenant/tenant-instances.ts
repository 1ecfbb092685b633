import { type JobInstance, type LaneQuery, type RunTable, waitsForSlot } from "@mojob/core/ports";
import { AppRows } from "./app-rows.ts";
import { EndedRows } from "../rows/ended-rows.ts";
import { InstanceRow, IS_TERMINAL, stateIndex } from "../rows/instance-row.ts";
import { JobRows } from "./job-rows.ts";
import { LaneRows } from "./lane-rows.ts";

/** The runs of one tenant in every order they are asked for in. */
export class TenantInstances implements RunTable<InstanceRow> {
  readonly rows: Map<string, InstanceRow> = new Map();
  readonly all: AppRows = new AppRows("inTenant");
  readonly apps: Map<string, AppRows> = new Map();
  readonly jobs: Map<string, JobRows> = new Map();
  /** The lanes in which slots are taken or runs wait. */
  readonly #lanes = new Map<string, LaneRows>();
  /** The open runs with a unique key, by it. */
  readonly #unique = new Map<string, InstanceRow>();
  /** The runs whose abandoned code holds a slot. */
  readonly abandoned: Set<InstanceRow> = new Set();
  /** When something is due for a task, by its id. */
  readonly dueTasks: Map<string, Date> = new Map();
  /** The parts of each run that has some, by its id. */
  readonly #parts = new Map<string, Set<InstanceRow>>();
  readonly ended: EndedRows;

  /** @param epoch names the store these runs are of, among all there have ever been */
  constructor(epoch: string) {
    this.ended = new EndedRows(epoch);
  }

  find(_tenant: string, id: string): InstanceRow | undefined {
    return this.rows.get(id);
  }

  holderOf(_tenant: string, uniqueKey: string): InstanceRow | undefined {
    return this.#unique.get(uniqueKey);
  }

  laneOf({ lane }: JobInstance): LaneRows {
    return this.#lanes.get(lane) ?? new LaneRows(lane, this.#lanes);
  }

  handOut({ record }: InstanceRow): JobInstance {
    return record;
  }

  insert(record: JobInstance): JobInstance | null {
    const { uniqueKey } = record;
    const standing =
      this.rows.get(record.id) ?? (uniqueKey === null ? undefined : this.#unique.get(uniqueKey));
    if (standing) return standing.record;
    const row = new InstanceRow(record);
    this.rows.set(record.id, row);
    if (uniqueKey !== null) this.#unique.set(uniqueKey, row);
    if (row.partOf !== null) this.#partsOf(row.partOf).add(row);
    this.all.byCreation.add(row);
    const app = this.#app(record.app);
    app.byCreation.add(row);
    this.#job(record.jobKey).add(row);
    if (IS_TERMINAL[row.state]) this.#end(row, app);
    else if (waitsForSlot(record)) this.laneOf(record).add(row);
    return null;
  }

  write(row: InstanceRow, record: JobInstance): InstanceRow {
    const before = row.record;
    const [waited, waits] = [waitsForSlot(before), waitsForSlot(record)];
    const hasOtherLane = before.lane !== record.lane;
    const isMoved =
      waited !== waits || before.priority !== record.priority || before.turn !== record.turn || hasOtherLane;
    if (waited && isMoved) row.lane?.remove(row);
    row.record = record;
    if (before.uniqueKey !== record.uniqueKey) this.#changeKey(row, before.uniqueKey);
    if (before.slot !== record.slot) this.#changeSlot(row, before.slot);
    if (before.abandoned !== record.abandoned) this.#markAbandoned(row);
    if (before.state !== record.state) this.#move(row);
    if (waits && isMoved) this.laneOf(record).add(row);
    return row;
  }

  getByUniqueKey(uniqueKey: string): JobInstance | null {
    return this.#unique.get(uniqueKey)?.record ?? null;
  }

  firstWaiting({ lane, most, limit }: LaneQuery): readonly JobInstance[] {
    const rows = this.#lanes.get(lane);
    if (rows === undefined) return [];
    const free = limit === undefined ? most : Math.min(most, limit - rows.taken);
    return rows.first(free).map(({ record }) => record);
  }

  /** The run with its parts, and theirs. */
  whole(row: InstanceRow): readonly InstanceRow[] {
    const parts = this.#parts.get(row.record.id);
    return parts === undefined ? [row] : [row, ...[...parts].flatMap((part) => this.whole(part))];
  }

  remove(row: InstanceRow): void {
    const { id, app, jobKey } = row.record;
    if (row.partOf !== null) {
      const parts = this.#partsOf(row.partOf);
      parts.delete(row);
      if (parts.size === 0) this.#parts.delete(row.partOf);
    }
    this.rows.delete(id);
    this.dueTasks.delete(id);
    this.ended.remove(row);
    this.all.byCreation.remove(row);
    this.apps.get(app)?.byCreation.remove(row);
    const job = this.jobs.get(jobKey);
    job?.remove(row);
    if (job?.byCreation.size === 0) this.jobs.delete(jobKey);
  }

  #changeKey(row: InstanceRow, before: string | null): void {
    if (before !== null) this.#unique.delete(before);
    if (row.record.uniqueKey !== null) this.#unique.set(row.record.uniqueKey, row);
  }

  #markAbandoned(row: InstanceRow): void {
    if (row.record.abandoned === null) this.abandoned.delete(row);
    else this.abandoned.add(row);
  }

  #changeSlot(row: InstanceRow, before: number | null): void {
    if (before === null) row.lane = this.laneOf(row.record);
    else if (row.record.slot === null) row.lane?.free(row, before);
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
      if (row.partOf === null) rows.wholeCompletions.record(record.state, at);
    }
  }

  #partsOf(whole: string): Set<InstanceRow> {
    let parts = this.#parts.get(whole);
    if (!parts) this.#parts.set(whole, (parts = new Set()));
    return parts;
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

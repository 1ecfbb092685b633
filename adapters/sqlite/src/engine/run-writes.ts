import {
  type Admission,
  type AdmissionResult,
  admitInto,
  type Arrival,
  type ArrivalResult,
  arriveIn,
  type EndAndAdmit,
  endAndGive,
  insertInto,
  type InstanceChange,
  isPart,
  type JobInstance,
  type JsonValue,
  type RunTable,
  updateIn,
  waitsForSlot,
  type WrittenEnd,
} from "@mojob/core/ports";
import type { Sql } from "../file/sql.ts";
import { fieldAt, RUN_FIELDS } from "../rows/run-fields.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import { isTerminalCode, STATE_CODES } from "../rows/state-code.ts";
import type { LaneInBatch } from "./lane-in-batch.ts";
import { LanesInBatch } from "./lanes-in-batch.ts";
import type { JobName, Names } from "./numbers/names.ts";
import type { RunCounters } from "./numbers/run-counters.ts";
import { type EndedRun, type OpenRun, WrittenRuns } from "./written-runs.ts";
import { ALL_COLUMNS, storedLane, toHistoryText, toInstance } from "./run-columns.ts";
import { RunStatements } from "./run-statements.ts";

const ARGS = fieldAt("args");
const RESULT = fieldAt("result");
const UPDATED_AT = fieldAt("updatedAt");
/** Characters of arguments and result of a run that is kept once it has ended. */
const MOST_KEPT = 4000;
/** Fields that no change sets. */
const FIXED: ReadonlySet<string> = new Set<keyof JobInstance>([
  "id",
  "kind",
  "trigger",
  "part",
  "createdAt",
  "missed",
  "fingerprint",
  "fairShare",
]);
const CHANGEABLE: readonly number[] = RUN_FIELDS.flatMap(({ name }, field) =>
  FIXED.has(name) ? [] : [field],
);

/** The conditional writes of runs, as the core decides them; each call is part of a transaction. */
export class RunWrites implements RunTable<OpenRun> {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #counters: RunCounters;
  readonly #open = new WrittenRuns<OpenRun>();
  /** Runs that have just ended, for those that wait for an end and read the run once more. */
  readonly #ended = new WrittenRuns<EndedRun>();
  readonly #statements = new RunStatements();
  #lanes: LanesInBatch;

  constructor(sql: Sql, names: Names, counters: RunCounters) {
    this.#sql = sql;
    this.#names = names;
    this.#counters = counters;
    this.#lanes = this.#newLanes();
  }

  /** After a rollback: forgets what was not written. */
  reload(): void {
    this.#open.clear();
    this.forgetEnded();
  }

  /** After some were removed. */
  forgetEnded(): void {
    this.#ended.clear();
  }

  /** A run that was written lately, whole; `undefined` where it is to be read from the file. */
  lately(tenant: number, id: string): JobInstance | undefined {
    const open = this.#open.get(tenant, id);
    if (open !== undefined) return this.handOut(open);
    const ended = this.#ended.get(tenant, id);
    if (ended === undefined) return undefined;
    const { record, args, result } = ended;
    return { ...record, args: read(args), result: read(result) };
  }

  insertAll(instances: readonly JobInstance[]): readonly (JobInstance | null)[] {
    this.#lanes = this.#newLanes();
    return instances.map((instance) => insertInto(this, instance));
  }

  insertOrWait(arrivals: readonly Arrival[]): readonly ArrivalResult[] {
    this.#lanes = this.#newLanes();
    return arrivals.map((arrival) => arriveIn(this, arrival));
  }

  admit(admissions: readonly Admission[]): readonly AdmissionResult[] {
    this.#lanes = this.#newLanes();
    return admissions.map((admission) => admitInto(this, admission));
  }

  /** The runs as they are now, without their arguments; `null` where a condition did not hold. */
  update(changes: readonly InstanceChange[]): readonly (JobInstance | null)[] {
    this.#lanes = this.#newLanes();
    return changes.map((change) => updateIn(this, change)?.record ?? null);
  }

  endAndAdmit(ends: readonly EndAndAdmit[]): readonly WrittenEnd[] {
    this.#lanes = this.#newLanes();
    return endAndGive(() => this, ends);
  }

  find(tenant: string, id: string): OpenRun | undefined {
    const number = this.#names.tenant(tenant);
    if (number === undefined) return undefined;
    return this.#open.get(number, id) ?? this.#read("runs", "id", number, id);
  }

  holderOf(tenant: string, uniqueKey: string): OpenRun | undefined {
    const number = this.#names.tenant(tenant);
    if (number === undefined) return undefined;
    return this.#read("runs INDEXED BY unique_keys", "unique_key", number, uniqueKey);
  }

  laneOf(record: JobInstance): LaneInBatch {
    const { tenant, app, jobKey } = record;
    return this.#lanes.get(tenant, this.#names.nameJob(tenant, app, jobKey).n, storedLane(record));
  }

  handOut({ record, args }: OpenRun): JobInstance {
    return args === null ? record : { ...record, args: JSON.parse(args) as JobInstance["args"] };
  }

  insert(record: JobInstance): JobInstance | null {
    const job = this.#names.nameJob(record.tenant, record.app, record.jobKey);
    const { id, state, worker } = record;
    const code = STATE_CODES[state];
    const hasEnded = isTerminalCode(code);
    // One that ends as it is created is counted before it is written.
    const standing = hasEnded ? this.find(record.tenant, id) : undefined;
    if (standing !== undefined) return this.handOut(standing);
    const lane = storedLane(record);
    const values = RUN_FIELDS.map(({ name, codec }) => codec.encode(record[name] as never));
    const insert = this.#statements.insert(
      {
        tenant: job.tenant,
        job: job.n,
        lane,
        worker: worker === null ? null : this.#names.nameWorker(worker),
        endedSeq: hasEnded ? this.#countEnd(job, record) : null,
        history: toHistoryText(this.#names, record.history, record),
      },
      values,
    );
    const n = this.#sql.insert(insert.sql, ...insert.values);
    if (n === null) return this.#standing(record);
    this.#counters.move(job.n, isPart(record), null, code);
    if (record.errorSummary !== null)
      this.#sql.run("INSERT INTO error_texts (rowid, text) VALUES (?, ?)", n, record.errorSummary);
    if (!hasEnded) this.#noteOpen(job.tenant, toOpenRun(n, job.n, lane, record, values[ARGS]!));
    if (waitsForSlot(record)) this.#lanes.known(job.n, lane)?.join({ n, id });
    return null;
  }

  write(run: OpenRun, record: JobInstance): OpenRun {
    const { n, record: before } = run;
    const job = this.#names.job(run.job);
    const fields: number[] = [];
    const values: SqlValue[] = [];
    for (const field of CHANGEABLE) {
      const { name, codec } = RUN_FIELDS[field]!;
      const value = record[name];
      if (value === before[name] && field !== UPDATED_AT) continue;
      fields.push(field);
      values[field] = codec.encode(value as never);
    }
    const [from, to] = [STATE_CODES[before.state], STATE_CODES[record.state]];
    const lane = storedLane(record);
    const added = record.history.slice(before.history.length);
    const { worker, slot } = record;
    const update = this.#statements.update(n, fields, values, {
      worker: worker === before.worker ? undefined : worker === null ? null : this.#names.nameWorker(worker),
      lane: lane === run.lane ? undefined : lane,
      slot: slot === before.slot ? undefined : slot,
      endedSeq: isTerminalCode(to) && !isTerminalCode(from) ? this.#countEnd(job, record) : undefined,
      history: added.length === 0 ? undefined : `,${toHistoryText(this.#names, added, record)}`,
    });
    this.#counters.move(job.n, isPart(record), from, to);
    this.#sql.run(update.sql, ...update.values);
    const args = hasArgs(record) ? (values[ARGS] ?? null) : run.args;
    const written = toOpenRun(n, job.n, lane, record, args);
    if (isTerminalCode(to)) this.#noteEnd(job.tenant, written, values[RESULT]);
    else this.#noteOpen(job.tenant, written);
    this.#noteInLanes(run, written);
    return written;
  }

  #noteOpen(tenant: number, run: OpenRun): void {
    this.#ended.delete(tenant, run.record.id);
    this.#open.set(tenant, run.record.id, run);
  }

  #noteEnd(tenant: number, { record, args }: OpenRun, result: SqlValue | undefined): void {
    const { id } = record;
    this.#open.delete(tenant, id);
    this.#ended.delete(tenant, id);
    // One that was written before is in the file alone.
    if (record.result !== null && result === undefined) return;
    if (lengthOf(args) + lengthOf(result) > MOST_KEPT) return;
    this.#ended.set(tenant, id, {
      record: { ...record, args: null, result: null },
      args,
      result: (result ?? null) as string | null,
    });
  }

  #countEnd(job: JobName, record: JobInstance): number {
    const at = record.completedAt ?? record.updatedAt;
    return this.#counters.end(job, isPart(record), STATE_CODES[record.state], at.getTime());
  }

  #noteInLanes({ job, lane: before, record: old }: OpenRun, { n, lane, record }: OpenRun): void {
    const [waited, waits] = [waitsForSlot(old), waitsForSlot(record)];
    if (old.slot !== null && record.slot === null) this.#lanes.known(job, before)?.free(old.slot);
    if (waited === waits && before === lane) return;
    if (waited) this.#lanes.known(job, before)?.leave({ n, id: record.id });
    if (waits) this.#lanes.known(job, lane)?.join({ n, id: record.id });
  }

  #standing({ tenant, id, uniqueKey }: JobInstance): JobInstance | null {
    const run = this.find(tenant, id) ?? (uniqueKey === null ? undefined : this.holderOf(tenant, uniqueKey));
    return run === undefined ? null : this.handOut(run);
  }

  #read(from: string, column: string, tenant: number, value: string): OpenRun | undefined {
    const found = this.#sql.get(
      `SELECT n, ${ALL_COLUMNS} FROM ${from} WHERE tenant = ? AND ${column} = ?`,
      tenant,
      value,
    );
    if (found === undefined) return undefined;
    const [n, ...columns] = found;
    const [job, lane] = columns;
    const args = columns.at(ARGS - RUN_FIELDS.length) ?? null;
    return toOpenRun(n as number, job as number, lane as string, toInstance(this.#names, columns), args);
  }

  #newLanes(): LanesInBatch {
    return new LanesInBatch(this.#sql, (tenant, id) => this.find(tenant, id));
  }
}

function lengthOf(text: SqlValue | undefined): number {
  return typeof text === "string" ? text.length : 0;
}

/** Callers get their own. */
function read(text: string | null): JsonValue {
  return text === null ? null : (JSON.parse(text) as JsonValue);
}

/** Not in a record that is kept: no value of a caller's is `undefined`, so that any arguments that a change sets differ. */
function hasArgs({ args }: JobInstance): boolean {
  return args !== undefined;
}

function toOpenRun(n: number, job: number, lane: string, record: JobInstance, args: SqlValue): OpenRun {
  return {
    n,
    job,
    lane,
    record: args === null || !hasArgs(record) ? record : { ...record, args: undefined as never },
    args: args as string | null,
  };
}

import { type JobTrigger, TriggerType } from "@mojob/core/ports";
import type { Sql } from "../file/sql.ts";
import type { AdmissionRow, ArrivalRow, ChangeRow, EndRow } from "../rows/change-row.ts";
import { fieldAt } from "../rows/run-fields.ts";
import type { RunRow } from "../rows/run-row.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import { isTerminalCode, PROCESSING } from "../rows/state-code.ts";
import { LanesInBatch } from "./lanes/lanes-in-batch.ts";
import { WaitingInBatch } from "./lanes/waiting-in-batch.ts";
import { meetsConditionRow } from "./run-condition.ts";
import type { Names } from "./numbers/names.ts";
import { type OpenRun, OpenRuns } from "./open-runs.ts";
import { ALL_COLUMNS, OWN_LANE, storedLane, toHistoryText, toWholeRow } from "./run-columns.ts";
import { RunStatements } from "./run-statements.ts";
import { isWaiting, readTurn, toWaiting } from "./lanes/turns.ts";
import type { Tally } from "./numbers/tally.ts";

const STATE = fieldAt("state");
const ATTEMPT = fieldAt("attempt");
const CLAIM = fieldAt("claim");
const COMPLETED_AT = fieldAt("completedAt");
const CREATED_AT = fieldAt("createdAt");
const UPDATED_AT = fieldAt("updatedAt");
const ERROR_SUMMARY = fieldAt("errorSummary");
const ID = fieldAt("id");
const UNIQUE_KEY = fieldAt("uniqueKey");
const FAIR_SHARE = fieldAt("fairShare");
const PRIORITY = fieldAt("priority");
const REASON = fieldAt("reason");
const TURN = fieldAt("turn");
const ROUTING = fieldAt("routing");
const TRIGGER = fieldAt("trigger");
const ABANDONED = fieldAt("abandoned");

export type AdmissionOutcome =
  | { readonly outcome: "full" | "refused" }
  | { readonly outcome: "admitted" | "waits"; readonly run: RunRow };

/** What stands in the way of a new run, or the turn of one that waits; `null` where it was written as it is. */
export type ArrivalOutcome = { readonly standing: RunRow } | { readonly turn: number | null } | null;

/** An end as it was written, if it was, and what became of its slot. */
export interface EndOutcome {
  readonly ended: RunRow | null;
  readonly begun: RunRow | null;
  readonly othersWait: boolean;
}

/** The conditional writes of runs; each call is part of a transaction. */
export class RunWrites {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #tally: Tally;
  readonly #open = new OpenRuns();
  readonly #statements = new RunStatements();

  constructor(sql: Sql, names: Names, tally: Tally) {
    this.#sql = sql;
    this.#names = names;
    this.#tally = tally;
  }

  /** After a rollback: forgets what was not written. */
  reload(): void {
    this.#open.clear();
  }

  /** Returns what already stands under an id or a unique key, or `null` where the run was written. */
  insert(rows: readonly RunRow[]): readonly (RunRow | null)[] {
    return rows.map((row) => this.#insert(row));
  }

  /** As `insert`; a run that may wait does where its lane is full. */
  insertOrWait(arrivals: readonly ArrivalRow[]): readonly ArrivalOutcome[] {
    const lanes = new LanesInBatch(this.#sql);
    return arrivals.map(({ row, waiting }) => {
      const place = this.#placeOf(row);
      const isFull = waiting !== null && lanes.get(place).isFull(waiting.limit);
      const written = isFull ? toWaiting(this.#sql, row, place, waiting.reason) : row;
      const standing = this.#insert(written);
      if (standing !== null) return { standing };
      return isFull ? { turn: written.values[TURN] as number | null } : null;
    });
  }

  admit(admissions: readonly AdmissionRow[]): readonly AdmissionOutcome[] {
    const lanes = new LanesInBatch(this.#sql);
    return admissions.map(({ change, limit, waiting }) => {
      const standing = this.#find(change);
      if (standing === null) return { outcome: "refused" };
      const { n } = standing;
      let slot = limit === null ? null : standing.row.slot;
      if (limit !== null && slot === null) {
        const lane = lanes.get(standing);
        slot = waiting !== null && lane.hasOthers(n) ? null : lane.take(limit);
        if (slot === null) {
          if (waiting === null) return { outcome: "full" };
          lane.wait(n);
          return { outcome: "waits", run: this.#write(standing, waiting, null) };
        }
      }
      const run = this.#write(standing, change, slot);
      if (limit !== null) lanes.get(standing).begin(n);
      return { outcome: "admitted", run };
    });
  }

  /**
   * Returns for each change whether its condition held.
   * @param shown the changes for which the run as it is now is returned instead of `true`
   */
  update(changes: readonly ChangeRow[], shown: readonly number[]): readonly (boolean | RunRow)[] {
    const isShown = new Set(shown);
    return changes.map((change, index) => {
      const standing = this.#find(change);
      if (standing === null || this.#isKeyTaken(standing, change)) return false;
      const run = this.#write(standing, change, standing.row.slot);
      return isShown.has(index) ? run : true;
    });
  }

  /** Ends runs, and gives each slot to the run that waits first in its lane. */
  endAndAdmit(ends: readonly EndRow[]): readonly EndOutcome[] {
    const left = new WaitingInBatch(this.#sql);
    const written = ends.map(({ change }) => {
      const standing = this.#find(change);
      if (standing === null) return null;
      left.expect(standing);
      return { standing, run: this.#write(standing, change, standing.row.slot) };
    });
    const lanes = new LanesInBatch(this.#sql);
    return ends.map(({ change: { tenant }, next }, index) => {
      const end = written[index] ?? null;
      if (end === null) return { ended: null, begun: null, othersWait: true };
      const { standing, run: ended } = end;
      const id = left.first(standing);
      if (id === null) return { ended, begun: null, othersWait: false };
      const waiting = next === null ? null : this.#find({ ...next.change, tenant, id });
      const isNext =
        waiting !== null && waiting.row.values[ATTEMPT] === 0 && waiting.row.values[ROUTING] === null;
      const slot = next !== null && isNext ? lanes.get(standing).take(next.limit) : null;
      if (next === null || waiting === null || slot === null) return { ended, begun: null, othersWait: true };
      left.take(standing);
      return { ended, begun: this.#write(waiting, next.change, slot), othersWait: true };
    });
  }

  #insert(row: RunRow): RunRow | null {
    const { values } = row;
    const job = this.#names.nameJob(row.tenant, row.app, row.jobKey);
    const id = values[ID] as string;
    const state = values[STATE] as number;
    const hasEnded = isTerminalCode(state);
    // One that ends as it is created is counted before it is written.
    const standing = hasEnded ? this.#read(job.tenant, id) : null;
    if (standing !== null) return standing.row;
    const lane = storedLane(row.jobKey, row.lane);
    const endedAtMs = (values[COMPLETED_AT] ?? values[UPDATED_AT]) as number;
    const insert = this.#statements.insert(
      {
        tenant: job.tenant,
        job: job.n,
        lane,
        worker: row.worker === null ? null : this.#names.nameWorker(row.worker),
        endedSeq: hasEnded ? this.#tally.end(job, isShard(lane, values), state, endedAtMs) : null,
        history: toHistoryText(this.#names, row.history ?? [], values[CREATED_AT] as number),
      },
      values,
    );
    const n = this.#sql.insert(insert.sql, ...insert.values);
    if (n === null) return this.#read(job.tenant, id)?.row ?? this.#holder(job.tenant, values[UNIQUE_KEY]!);
    this.#tally.move(job.n, isShard(lane, values), null, state);
    const error = values[ERROR_SUMMARY] ?? null;
    if (error !== null) this.#sql.run("INSERT INTO error_texts (rowid, text) VALUES (?, ?)", n, error);
    if (!hasEnded) this.#open.set(job.tenant, id, { n, job: job.n, lane, row });
    return null;
  }

  #placeOf({ tenant, app, jobKey, lane }: RunRow): { readonly job: number; readonly lane: string } {
    return { job: this.#names.nameJob(tenant, app, jobKey).n, lane: storedLane(jobKey, lane) };
  }

  #holder(tenant: number, uniqueKey: SqlValue): RunRow | null {
    const found = this.#sql.get(
      `SELECT ${ALL_COLUMNS} FROM runs INDEXED BY unique_keys WHERE tenant = ? AND unique_key = ?`,
      tenant,
      uniqueKey,
    );
    return found === undefined ? null : toWholeRow(this.#names, found);
  }

  /** Whether another run has the unique key that a change gives this one. */
  #isKeyTaken({ row }: OpenRun, { tenant, fields, values }: ChangeRow): boolean {
    const index = fields.indexOf(UNIQUE_KEY);
    const uniqueKey = index === -1 ? null : values[index]!;
    const holder = uniqueKey === null ? null : this.#holder(this.#names.tenant(tenant)!, uniqueKey);
    return holder !== null && holder.values[ID] !== row.values[ID];
  }

  /** The run a change is about, where its condition holds. */
  #find(change: ChangeRow): OpenRun | null {
    const { tenant, id } = change;
    const tenantNumber = this.#names.tenant(tenant);
    if (tenantNumber === undefined) return null;
    const run = this.#open.get(tenantNumber, id) ?? this.#read(tenantNumber, id);
    if (run === null) return null;
    return meetsConditionRow(run.row, change) ? run : null;
  }

  #read(tenant: number, id: string): OpenRun | null {
    const found = this.#sql.get(`SELECT n, ${ALL_COLUMNS} FROM runs WHERE tenant = ? AND id = ?`, tenant, id);
    if (found === undefined) return null;
    const [n, ...columns] = found;
    const [job, lane] = columns;
    return { n, job, lane, row: toWholeRow(this.#names, columns) } as OpenRun;
  }

  /** A run that begins to wait in a lane gets its turn there, and one that waits no more has none. */
  #setTurn({ job, lane: before, row }: OpenRun, lane: string, values: SqlValue[], fields: number[]): void {
    const [waited, waits] = [isWaiting(row.values[REASON]!), isWaiting(values[REASON]!)];
    if (waited && waits && lane === before) return;
    const share = values[FAIR_SHARE] as string | null;
    const place = { job, lane, priority: values[PRIORITY] as number };
    values[TURN] = waits && share !== null ? readTurn(this.#sql, place, share) : null;
    if (!fields.includes(TURN)) fields.push(TURN);
  }

  /** Writes and counts a change; returns the run as it is then. */
  #write(run: OpenRun, change: ChangeRow, slot: number | null): RunRow {
    const { n, job, row } = run;
    const name = this.#names.job(job);
    const from = row.values[STATE] as number;
    const values = [...row.values];
    const fields: number[] = [UPDATED_AT];
    values[UPDATED_AT] = change.at;
    for (let index = 0; index < change.fields.length; index += 1) {
      const field = change.fields[index]!;
      if (field === UPDATED_AT || field === CLAIM) continue;
      fields.push(field);
      values[field] = change.values[index]!;
    }
    const lane = change.lane === undefined ? run.lane : storedLane(row.jobKey, change.lane);
    if (values[TURN] !== null || values[FAIR_SHARE] !== null) this.#setTurn(run, lane, values, fields);
    const to = values[STATE] as number;
    // Outside Processing a run has no claim, and a slot only while its code is abandoned, whatever the change says.
    const claim = to === PROCESSING ? claimOf(change) : null;
    if (claim !== undefined && claim !== row.values[CLAIM]) {
      fields.push(CLAIM);
      values[CLAIM] = claim;
    }
    const keptSlot = to === PROCESSING || values[ABANDONED] !== null ? slot : null;
    const { worker = row.worker, append } = change;
    const hasEnded = isTerminalCode(to) && !isTerminalCode(from);
    const ofShard = isShard(run.lane, values);
    if (hasEnded && values[UNIQUE_KEY] !== null) {
      fields.push(UNIQUE_KEY);
      values[UNIQUE_KEY] = null;
    }
    const endedAtMs = change.fields.includes(COMPLETED_AT) ? values[COMPLETED_AT] : null;
    const update = this.#statements.update(n, fields, values, {
      worker: worker === row.worker ? undefined : worker === null ? null : this.#names.nameWorker(worker),
      lane: lane === run.lane ? undefined : lane,
      slot: keptSlot === row.slot ? undefined : keptSlot,
      endedSeq: hasEnded ? this.#tally.end(name, ofShard, to, (endedAtMs ?? change.at) as number) : undefined,
      history:
        append.length === 0
          ? undefined
          : `,${toHistoryText(this.#names, append, values[CREATED_AT] as number)}`,
    });
    this.#tally.move(job, ofShard, from, to);
    this.#sql.run(update.sql, ...update.values);
    const history = append.length === 0 ? row.history : [...(row.history ?? []), ...append];
    const written: RunRow = {
      ...row,
      worker,
      lane: change.lane ?? row.lane,
      slot: keptSlot,
      values,
      history,
    };
    const id = values[ID] as string;
    if (isTerminalCode(to)) this.#open.delete(name.tenant, id);
    else this.#open.set(name.tenant, id, { ...run, lane, row: written });
    return written;
  }
}

/** What a change says of the claim; `undefined` leaves it as it is. */
function claimOf({ fields, values }: ChangeRow): SqlValue | undefined {
  const index = fields.indexOf(CLAIM);
  return index === -1 ? undefined : values[index];
}

/** As the column `broadcast` has it. */
function isShard(lane: string, values: readonly SqlValue[]): boolean {
  if (lane === OWN_LANE) return false;
  const { type } = JSON.parse(values[TRIGGER] as string) as Pick<JobTrigger, "type">;
  return type === TriggerType.Broadcast;
}

import type { Sql, SqlRow } from "../file/sql.ts";
import type { AdmissionRow, ChangeRow } from "../rows/change-row.ts";
import { fieldAt, RUN_FIELDS } from "../rows/run-fields.ts";
import type { RunRow } from "../rows/run-row.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import { isTerminalCode, PROCESSING } from "../rows/state-code.ts";
import { LanesInBatch } from "./lanes-in-batch.ts";
import type { Names } from "./numbers/names.ts";
import {
  ALL_COLUMNS,
  INSERT_RUN,
  LISTED_COLUMNS,
  OWN_LANE,
  toHistoryText,
  toListedRow,
  toWholeRow,
} from "./run-columns.ts";
import type { Tally } from "./numbers/tally.ts";

const STATE = fieldAt("state");
const CLAIM = fieldAt("claim");
const COMPLETED_AT = fieldAt("completedAt");
const CREATED_AT = fieldAt("createdAt");
const UPDATED_AT = fieldAt("updatedAt");
const ID = fieldAt("id");
const UNIQUE_KEY = fieldAt("uniqueKey");

export type AdmissionOutcome =
  | { readonly outcome: "full" | "refused" }
  | { readonly outcome: "admitted" | "waits"; readonly run: RunRow };

/** What a condition looks at, and what a write needs to know. */
interface Standing {
  readonly n: number;
  readonly job: number;
  readonly lane: string;
  readonly state: number;
  readonly slot: number | null;
  readonly createdAt: number;
}

/** The conditional writes of runs; each call is part of a transaction. */
export class RunWrites {
  readonly #sql: Sql;
  readonly #names: Names;
  readonly #tally: Tally;

  constructor(sql: Sql, names: Names, tally: Tally) {
    this.#sql = sql;
    this.#names = names;
    this.#tally = tally;
  }

  /** Returns what already stands under an id or a unique key, or `null` where the run was written. */
  insert(rows: readonly RunRow[]): readonly (RunRow | null)[] {
    return rows.map((row) => this.#insert(row));
  }

  admit(admissions: readonly AdmissionRow[]): readonly AdmissionOutcome[] {
    const lanes = new LanesInBatch(this.#sql);
    return admissions.map(({ change, limit, waiting }) => {
      const standing = this.#find(change);
      if (standing === null) return { outcome: "refused" };
      const { n } = standing;
      let slot = limit === null ? null : standing.slot;
      if (limit !== null && slot === null) {
        const lane = lanes.get(standing);
        slot = waiting !== null && lane.hasOthers(n) ? null : lane.take(limit);
        if (slot === null) {
          if (waiting === null) return { outcome: "full" };
          lane.wait(n);
          return { outcome: "waits", run: this.#writeWhole(standing, waiting, null) };
        }
      }
      const run = this.#writeWhole(standing, change, slot);
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
      if (standing === null) return false;
      if (!isShown.has(index)) {
        this.#write(standing, change, standing.slot);
        return true;
      }
      return toListedRow(this.#names, this.#writeAndRead(standing, change, standing.slot, LISTED_COLUMNS));
    });
  }

  #insert(row: RunRow): RunRow | null {
    const { values } = row;
    const job = this.#names.nameJob(row.tenant, row.app, row.jobKey);
    const id = values[ID] as string;
    const state = values[STATE] as number;
    // One that ends as it is created is counted before it is written.
    const standing = isTerminalCode(state) ? this.#standing(job.tenant, id) : null;
    if (standing !== null) return standing;
    const written = this.#sql.run(
      INSERT_RUN,
      job.tenant,
      job.n,
      row.lane === row.jobKey ? OWN_LANE : row.lane,
      row.worker === null ? null : this.#names.nameWorker(row.worker),
      isTerminalCode(state)
        ? this.#tally.end(job, state, (values[COMPLETED_AT] ?? values[UPDATED_AT]) as number)
        : null,
      toHistoryText(this.#names, row.history ?? [], values[CREATED_AT] as number),
      ...values,
    );
    if (written === 0) return this.#standing(job.tenant, id) ?? this.#holder(job.tenant, values[UNIQUE_KEY]!);
    this.#tally.move(job.n, null, state);
    return null;
  }

  #standing(tenant: number, id: string): RunRow | null {
    const found = this.#sql.get(`SELECT ${ALL_COLUMNS} FROM runs WHERE tenant = ? AND id = ?`, tenant, id);
    return found === undefined ? null : toWholeRow(this.#names, found);
  }

  #holder(tenant: number, uniqueKey: SqlValue): RunRow | null {
    const found = this.#sql.get(
      `SELECT ${ALL_COLUMNS} FROM runs INDEXED BY unique_keys WHERE tenant = ? AND unique_key = ?`,
      tenant,
      uniqueKey,
    );
    return found === undefined ? null : toWholeRow(this.#names, found);
  }

  /** The run a change is about, where its condition holds. */
  #find({ tenant, id, states, attempt, claim, dispatchId, cancelRequested }: ChangeRow): Standing | null {
    const tenantNumber = this.#names.tenant(tenant);
    if (tenantNumber === undefined) return null;
    const found = this.#sql.get(
      `SELECT n, job, lane, state, slot, created_at, attempt, claim, dispatch_id, cancel_requested_at FROM runs WHERE tenant = ? AND id = ?`,
      tenantNumber,
      id,
    );
    if (found === undefined) return null;
    const [
      n,
      job,
      lane,
      state,
      slot,
      createdAt,
      storedAttempt,
      storedClaim,
      storedDispatch,
      cancelRequestedAt,
    ] = found;
    const holds =
      states.includes(state as number) &&
      (attempt === undefined || attempt === storedAttempt) &&
      (claim === undefined || claim === storedClaim) &&
      (dispatchId === undefined || dispatchId === storedDispatch) &&
      (cancelRequested === undefined || cancelRequested === (cancelRequestedAt !== null));
    return holds ? ({ n, job, lane, state, slot, createdAt } as Standing) : null;
  }

  #write(standing: Standing, change: ChangeRow, slot: number | null): void {
    const { sql, params } = this.#updateOf(standing, change, slot);
    this.#sql.run(sql, ...params);
  }

  #writeWhole(standing: Standing, change: ChangeRow, slot: number | null): RunRow {
    return toWholeRow(this.#names, this.#writeAndRead(standing, change, slot, ALL_COLUMNS));
  }

  #writeAndRead(standing: Standing, change: ChangeRow, slot: number | null, columns: string): SqlRow {
    const { sql, params } = this.#updateOf(standing, change, slot);
    return this.#sql.get(`${sql} RETURNING ${columns}`, ...params)!;
  }

  /** Counts the change, and returns the statement that writes it. */
  #updateOf(
    { n, job, state: from, slot: fromSlot, createdAt }: Standing,
    change: ChangeRow,
    slot: number | null,
  ): { readonly sql: string; readonly params: readonly SqlValue[] } {
    const { at, fields, values, append } = change;
    const stateIndex = fields.indexOf(STATE);
    const to = stateIndex === -1 ? from : (values[stateIndex] as number);
    const sets = ["updated_at = ?"];
    const params: SqlValue[] = [at];
    const set = (column: string, value: SqlValue): void => {
      sets.push(`${column} = ?`);
      params.push(value);
    };
    fields.forEach((field, index) => {
      // Outside Processing a run has neither slot nor claim, whatever the change says.
      if (field !== CLAIM || to === PROCESSING) set(RUN_FIELDS[field]!.column, values[index]!);
    });
    if (change.worker !== undefined)
      set("worker", change.worker === null ? null : this.#names.nameWorker(change.worker));
    const keptSlot = to === PROCESSING ? slot : null;
    if (keptSlot !== fromSlot) set("slot", keptSlot);
    if (to !== PROCESSING && from === PROCESSING) sets.push("claim = NULL");
    if (append.length > 0) {
      sets.push("history = history || ?");
      params.push(`,${toHistoryText(this.#names, append, createdAt)}`);
    }
    if (isTerminalCode(to) && !isTerminalCode(from)) {
      sets.push("unique_key = NULL");
      const completedIndex = fields.indexOf(COMPLETED_AT);
      const endedAt = completedIndex === -1 ? null : values[completedIndex];
      set("ended_seq", this.#tally.end(this.#names.job(job), to, (endedAt ?? at) as number));
    }
    this.#tally.move(job, from, to);
    return { sql: `UPDATE runs SET ${sets.join(", ")} WHERE n = ?`, params: [...params, n] };
  }
}

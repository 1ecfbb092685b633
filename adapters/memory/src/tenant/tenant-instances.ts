import {
  type Admission,
  type AdmissionAnswer,
  type InstanceChange,
  type JobInstance,
  meetsCondition,
} from "@mojob/core/ports";
import { applyChange } from "./apply-change.ts";
import { AppRows } from "./app-rows.ts";
import { EndedRows } from "../rows/ended-rows.ts";
import { InstanceRow, IS_TERMINAL, stateIndex } from "../rows/instance-row.ts";
import { SlotSet } from "../rows/slot-set.ts";
import { JobRows } from "./job-rows.ts";

const REFUSED: AdmissionAnswer = { outcome: "refused" };
const FULL: AdmissionAnswer = { outcome: "full" };

/** The runs of one tenant in every order they are asked for in. */
export class TenantInstances {
  readonly rows: Map<string, InstanceRow> = new Map();
  readonly all: AppRows = new AppRows("inTenant");
  readonly apps: Map<string, AppRows> = new Map();
  readonly jobs: Map<string, JobRows> = new Map();
  /** The lanes in which slots are taken. */
  readonly #lanes = new Map<string, SlotSet>();
  readonly ended: EndedRows;

  /** @param epoch names the store these runs are of, among all there have ever been */
  constructor(epoch: string) {
    this.ended = new EndedRows(epoch);
  }

  /** Returns what already stands under the id, or `null` where the record was written. */
  insert(record: JobInstance): JobInstance | null {
    const standing = this.rows.get(record.id);
    if (standing) return standing.record;
    // A slot is given by an admission and by nothing else.
    const row = new InstanceRow(record.slot === null ? record : { ...record, slot: null });
    this.rows.set(record.id, row);
    this.all.byCreation.add(row);
    const app = this.#app(record.app);
    app.byCreation.add(row);
    this.#job(record.jobKey).add(row);
    if (IS_TERMINAL[row.state]) this.#end(row, app);
    return null;
  }

  admit({ change, limit }: Admission): AdmissionAnswer {
    const row = this.rows.get(change.id);
    if (!row || !meetsCondition(row.record, change.when)) return REFUSED;
    let slot = limit === null ? null : row.record.slot;
    if (limit !== null && slot === null) {
      slot = this.#slots(row.record.lane).take(limit);
      if (slot === null) return FULL;
    }
    this.#write(row, applyChange(row.record, change, slot));
    return { outcome: "admitted", instance: row.record };
  }

  /** Returns the record as written, or `null` where the condition did not hold. */
  update(change: InstanceChange): JobInstance | null {
    const row = this.rows.get(change.id);
    if (!row || !meetsCondition(row.record, change.when)) return null;
    this.#write(row, applyChange(row.record, change, row.record.slot));
    return row.record;
  }

  remove(row: InstanceRow): void {
    const { id, app, jobKey } = row.record;
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
    row.record = record;
    if (before.slot !== null && record.slot === null) this.#free(before.lane, before.slot);
    if (before.state === record.state) return;
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
    this.all.completions.record(record.state, at);
    app.completions.record(record.state, at);
  }

  #slots(lane: string): SlotSet {
    let slots = this.#lanes.get(lane);
    if (!slots) this.#lanes.set(lane, (slots = new SlotSet()));
    return slots;
  }

  #free(lane: string, slot: number): void {
    const slots = this.#lanes.get(lane);
    slots?.free(slot);
    // There may be a lane for each customer.
    if (slots?.taken === 0) this.#lanes.delete(lane);
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

import type { JobState } from "@mojob/core";
import {
  type Admission,
  type AdmissionResult,
  admitInto,
  type Arrival,
  type ArrivalResult,
  arriveIn,
  type EndAndAdmit,
  endAndGive,
  type EndResult,
  type EndedPage,
  type IMoInstanceStore,
  insertInto,
  type InstanceChange,
  type JobInstance,
  type LaneQuery,
  type OpenInstanceQuery,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
  updateIn,
} from "@mojob/core/ports";
import type { InstanceRow } from "../rows/instance-row.ts";
import { toSummary } from "../tenant/instance-summary.ts";
import { oldestFirst } from "../rows/row-walk.ts";
import { type StoreParts, tenantOf } from "./store-parts.ts";

/** Keeps runs in memory; every write is one synchronous step, so no two can overlap. */
export class InstanceStoreInMemory implements IMoInstanceStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  async insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    this.#parts.lifetime.assertOpen();
    return instances.map((instance) => {
      const standing = insertInto(tenantOf(this.#parts, instance.tenant), instance);
      if (standing === null) this.#notify(instance);
      return standing;
    });
  }

  async insertOrWait(arrivals: readonly Arrival[]): Promise<readonly ArrivalResult[]> {
    this.#parts.lifetime.assertOpen();
    return arrivals.map((arrival) => {
      const { instance } = arrival;
      const answer = arriveIn(tenantOf(this.#parts, instance.tenant), arrival);
      if (answer.outcome !== "taken") this.#notify("instance" in answer ? answer.instance : instance);
      return answer;
    });
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionResult[]> {
    this.#parts.lifetime.assertOpen();
    return admissions.map((admission) => {
      const answer = admitInto(tenantOf(this.#parts, admission.change.tenant), admission);
      if ("instance" in answer) this.#notify(answer.instance);
      return answer;
    });
  }

  async update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    this.#parts.lifetime.assertOpen();
    return changes.map((change) => {
      const written = updateIn(tenantOf(this.#parts, change.tenant), change)?.record;
      if (written === undefined) return false;
      this.#notify(written);
      if (change.set.cancelRequestedAt && written.state === "Processing") this.#notifyOfCancel(written);
      return true;
    });
  }

  async endAndAdmit(ends: readonly EndAndAdmit[]): Promise<readonly EndResult[]> {
    this.#parts.lifetime.assertOpen();
    return endAndGive((tenant) => tenantOf(this.#parts, tenant), ends).map(({ ended, begun, othersWait }) => {
      if (ended !== null) this.#notify(ended);
      if (begun !== null) this.#notify(begun);
      return { isWritten: ended !== null, begun, othersWait };
    });
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    this.#parts.lifetime.assertOpen();
    const { rows } = tenantOf(this.#parts, tenant);
    return ids.map((id) => rows.get(id)?.record ?? null);
  }

  async getByUniqueKey(
    tenant: string,
    uniqueKeys: readonly string[],
  ): Promise<readonly (JobInstance | null)[]> {
    this.#parts.lifetime.assertOpen();
    return uniqueKeys.map((uniqueKey) => tenantOf(this.#parts, tenant).getByUniqueKey(uniqueKey));
  }

  async firstWaiting(lanes: readonly LaneQuery[]): Promise<readonly (readonly JobInstance[])[]> {
    this.#parts.lifetime.assertOpen();
    return lanes.map((query) => tenantOf(this.#parts, query.tenant).firstWaiting(query));
  }

  async findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    this.#parts.lifetime.assertOpen();
    const { all, apps, jobs } = tenantOf(this.#parts, query.tenant);
    const { app, jobKey, unmovedSince } = query;
    const rows = jobKey !== undefined ? jobs.get(jobKey) : app === undefined ? all : apps.get(app);
    const list = rows?.byCreation;
    const found: InstanceRow[] = [];
    for (const row of list ? oldestFirst(list, parseCreationPosition(page.cursor), query.states) : []) {
      const { record } = row;
      if (record.updatedAt > unmovedSince || (app !== undefined && record.app !== app)) continue;
      found.push(row);
      if (found.length > page.limit) break;
    }
    return toCreationPage(found, page.limit, ({ record }) => record);
  }

  async endedAfter(
    tenant: string,
    position: string | null,
    limit: number,
    states?: readonly JobState[],
    until?: string,
  ): Promise<EndedPage> {
    this.#parts.lifetime.assertOpen();
    const { ended } = tenantOf(this.#parts, tenant);
    if (position === null) return { runs: [], position: ended.end() };
    const { rows, position: next } = ended.after(position, limit, { states, until });
    return { runs: rows.map(({ record }) => toSummary(record)), position: next };
  }

  #notify(instance: JobInstance): void {
    this.#parts.watchers.notify(instance.tenant, instance.app, "instance", () => ({
      topic: "instance",
      instance: toSummary(instance),
    }));
  }

  #notifyOfCancel({ tenant, app, id, jobKey }: JobInstance): void {
    this.#parts.watchers.notify(tenant, app, "cancel", () => ({ topic: "cancel", id, jobKey }));
  }
}

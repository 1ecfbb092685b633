import {
  type Admission,
  type InstanceChange,
  type JobInstance,
  jobOfLane,
  type LaneQuery,
  meetsCondition,
  ReasonCode,
} from "@mojob/core/ports";
import { type Filter, ObjectId, type Sort } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { documentId, isWaiting, laneOfDocument, toInstance } from "../documents/instance-document.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { inOneBatch, noLongerWaiting } from "../documents/typed-filter.ts";
import { slotHolders, waitingIn } from "../documents/waiting-filter.ts";
import { type SlottedChange, writeChanges, type WriteOptions } from "./instance-writes.ts";
import { BY_TURN, LaneTurns } from "./lane-turns.ts";
import type { RetentionAges } from "./retention-ages.ts";

/** A run and one other. */
const ENOUGH_TO_WAIT = 2;
/** Match every run that waits for a slot, and every other. */
const WAITS = { "reason.code": ReasonCode.WaitsForSlot };
const WAITS_NOT = { "reason.code": { $ne: ReasonCode.WaitsForSlot } };
/** Matches every run that takes no turns with others. */
const WITHOUT_SHARE = { fairShare: null };
/** Places that are cleared together where one is. */
const STALE_AT_ONCE = 100;

/** The runs that wait for a slot of their lane. */
export class LaneQueue {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;

  constructor(store: StoreHandle, ages: RetentionAges) {
    this.#store = store;
    this.#ages = ages;
  }

  async first({ tenant, lane, most, limit }: LaneQuery): Promise<readonly JobInstance[]> {
    const free = limit === undefined ? most : Math.min(most, limit - (await this.#slotsTaken(tenant, lane)));
    return free <= 0 ? [] : (await this.#read(waitingIn(tenant, lane), free)).map(toInstance);
  }

  /** Which of these admissions have others waiting before them. */
  async findBehindOthers(admissions: readonly Admission[]): Promise<ReadonlySet<Admission>> {
    const polite = admissions.filter(({ waiting, limit }) => waiting !== undefined && limit !== null);
    const behind = new Set<Admission>();
    const lanes = Map.groupBy(polite, ({ change, lane }) => documentId(change.tenant, lane));
    await Promise.all(
      [...lanes.values()].map(async (group) => {
        const [{ change, lane }] = group as [Admission];
        const waiting = await this.#read(waitingIn(change.tenant, lane), ENOUGH_TO_WAIT);
        for (const one of group) if (waiting.some(({ id }) => id !== one.change.id)) behind.add(one);
      }),
    );
    return behind;
  }

  /** Makes runs wait; resolves to their records, and to `null` where the condition did not hold. */
  async join(admissions: readonly Admission[]): Promise<readonly (JobInstance | null)[]> {
    const ticket = new ObjectId();
    const joining = admissions.map(toJoining);
    await writeChanges(this.#store, this.#ages, joining, { ticket, only: WITHOUT_SHARE });
    const written = await this.#written(admissions.map(idOf), ticket);
    const others = admissions.filter((admission) => !written.has(idOf(admission)));
    if (others.length > 0) await this.#joinInTurn(others, written);
    return admissions.map((admission) => written.get(idOf(admission)) ?? null);
  }

  /** Makes runs wait that come from elsewhere than an admission; resolves to whether each was written. */
  async takeUp(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const records = await this.#records(changes.map(({ tenant, id }) => documentId(tenant, id)));
    const joining = changes.flatMap((change) => {
      const record = records.get(documentId(change.tenant, change.id));
      return record === undefined ? [] : [{ change, lane: laneOfDocument(record), limit: null }];
    });
    const joined = await this.join(joining);
    const written = new Set(joining.flatMap(({ change }, index) => (joined[index] == null ? [] : [change])));
    return changes.map((change) => written.has(change));
  }

  /**
   * Makes those wait that take turns, each with its own, and those that were moved to another lane since. One whose turn
   * another process gave meanwhile gets a later one, so there is an end to it.
   */
  async #joinInTurn(admissions: readonly Admission[], written: Map<string, JobInstance>): Promise<void> {
    const lanes = new LaneTurns((filter, order) => this.#read(filter, 1, order));
    for (let pending = admissions; ; lanes.forget()) {
      const records = await this.#records(pending.map(idOf));
      const ticket = new ObjectId();
      const joining: SlottedChange[] = [];
      for (const admission of pending) {
        const record = records.get(idOf(admission));
        const { when } = admission.waiting ?? admission.change;
        if (record === undefined || !meetsCondition(toInstance(record), when)) continue;
        const lane = laneOfDocument(record);
        const isThere = record.waitsIn === lane && isWaiting(record);
        const share = isThere ? null : record.fairShare;
        const turn = share ? await lanes.turnOf(record, lane, share) : undefined;
        joining.push({ ...toJoining({ ...admission, lane }), turn });
      }
      if (joining.length === 0) return;
      await writeChanges(this.#store, this.#ages, joining, { ticket, isTogether: false });
      for (const [id, instance] of await this.#written(pending.map(idOf), ticket)) written.set(id, instance);
      pending = pending.filter((admission) => !written.has(idOf(admission)));
      if (pending.length === 0) return;
    }
  }

  /** Writes changes of lanes: what waits, waits in the new lane from then on. Resolves to whether each was written. */
  async move(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const lanes = new LaneTurns((filter, order) => this.#read(filter, 1, order));
    const moved = new Set<string>();
    for (let pending = changes; ; lanes.forget()) {
      const ids = pending.map(({ tenant, id }) => documentId(tenant, id));
      const records = await this.#records(ids);
      const waiting: SlottedChange[] = [];
      const others: SlottedChange[] = [];
      for (const change of pending) {
        const record = records.get(documentId(change.tenant, change.id));
        if (record === undefined || !meetsCondition(toInstance(record), change.when)) continue;
        const waitsIn = change.set.lane ?? laneOfDocument(record);
        const plain = { change, slot: null, jobKey: null };
        if (!isWaiting(record)) others.push(plain);
        else {
          const { fairShare } = record;
          const turn = fairShare ? await lanes.turnOf(record, waitsIn, fairShare) : undefined;
          waiting.push({ ...plain, waitsIn, turn });
        }
      }
      if (waiting.length + others.length === 0) break;
      const ticket = new ObjectId();
      // Whether a run waits is part of the condition, because its place goes by that.
      await this.#send(waiting, { ticket, only: WAITS, isTogether: false });
      await this.#send(others, { ticket, only: WAITS_NOT });
      for (const id of (await this.#written(ids, ticket)).keys()) moved.add(id);
      pending = pending.filter(({ tenant, id }) => !moved.has(documentId(tenant, id)));
    }
    return changes.map(({ tenant, id }) => moved.has(documentId(tenant, id)));
  }

  async #send(changes: readonly SlottedChange[], options: WriteOptions): Promise<void> {
    if (changes.length > 0) await writeChanges(this.#store, this.#ages, changes, options);
  }

  async #written(ids: readonly string[], ticket: ObjectId): Promise<Map<string, JobInstance>> {
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids }, ticket }, inOneBatch(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, toInstance(document)]));
  }

  async #records(ids: readonly string[]): Promise<ReadonlyMap<string, InstanceDocument>> {
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids } }, inOneBatch(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }

  /**
   * Reads runs that wait. One that waits no more was ended while it waited, or begun by an earlier version: its place is cleared, and the
   * next is read.
   */
  async #read(
    filter: Filter<InstanceDocument>,
    most: number,
    order: Sort = BY_TURN,
  ): Promise<readonly InstanceDocument[]> {
    const { instances } = this.#store.collections;
    for (let limit = most; ; limit = Math.max(most, STALE_AT_ONCE)) {
      const found = await instances.find(filter, inOneBatch(limit)).sort(order).limit(limit).toArray();
      const stale = found.filter((document) => !isWaiting(document));
      if (stale.length === 0) return found.slice(0, most);
      const ids = stale.map(({ _id }) => _id);
      await instances.updateMany(noLongerWaiting(ids), { $unset: { waitsIn: "", turn: "" } });
    }
  }

  async #slotsTaken(tenant: string, lane: string): Promise<number> {
    const job = jobOfLane(lane);
    const holders = await this.#store.collections.instances
      .find(slotHolders(tenant, [job]))
      .project<Pick<InstanceDocument, "lane">>({ _id: 0, lane: 1 })
      .toArray();
    return holders.filter((holder) => (holder.lane ?? job) === lane).length;
  }
}

/** It waits in the lane that it has: one that was moved since is not written. */
function toJoining({ waiting, change, lane }: Admission): SlottedChange {
  const joins = waiting ?? change;
  return { change: { ...joins, when: { ...joins.when, lane } }, slot: null, jobKey: null, waitsIn: lane };
}

function idOf({ change: { tenant, id } }: Admission): string {
  return documentId(tenant, id);
}

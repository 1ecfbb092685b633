import {
  type Admission,
  type JobInstance,
  jobOfLane,
  type LaneQuery,
  meetsCondition,
} from "@mojob/core/ports";
import { type Filter, ObjectId, type Sort } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { documentId, isWaiting, toInstance } from "../documents/instance-document.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { inOneAnswer, noLongerWaiting, slotHolders } from "../documents/typed-filter.ts";
import { waitingIn } from "../documents/waiting-filter.ts";
import { type SlottedChange, writeChanges } from "./instance-writes.ts";
import { BY_TURN, LaneTurns } from "./lane-turns.ts";
import type { RetentionAges } from "./retention-ages.ts";

/** A run and one other. */
const ENOUGH_TO_WAIT = 2;
/** Of every run that takes no turns with others. */
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
    const written = await this.#written(admissions, ticket);
    const others = admissions.filter((admission) => !written.has(idOf(admission)));
    if (others.length > 0) await this.#joinInTurn(others, written);
    return admissions.map((admission) => written.get(idOf(admission)) ?? null);
  }

  /**
   * Makes those wait that take turns, each with its own. One whose turn another process gave meanwhile gets a later one,
   * so there is an end to it.
   */
  async #joinInTurn(admissions: readonly Admission[], written: Map<string, JobInstance>): Promise<void> {
    const lanes = new LaneTurns((filter, order) => this.#read(filter, 1, order));
    for (let pending = admissions; ; lanes.forget()) {
      const records = await this.#records(pending);
      const ticket = new ObjectId();
      const joining: SlottedChange[] = [];
      for (const admission of pending) {
        const record = records.get(idOf(admission));
        const { when } = admission.waiting ?? admission.change;
        if (!record?.fairShare || !meetsCondition(toInstance(record), when)) continue;
        const isThere = record.waitsIn === admission.lane && isWaiting(record);
        const turn = isThere ? undefined : await lanes.turnOf(record, admission.lane, record.fairShare);
        joining.push({ ...toJoining(admission), turn });
      }
      if (joining.length === 0) return;
      await writeChanges(this.#store, this.#ages, joining, { ticket, isTogether: false });
      for (const [id, instance] of await this.#written(pending, ticket)) written.set(id, instance);
      pending = pending.filter((admission) => !written.has(idOf(admission)));
      if (pending.length === 0) return;
    }
  }

  async #written(admissions: readonly Admission[], ticket: ObjectId): Promise<Map<string, JobInstance>> {
    const ids = admissions.map(idOf);
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids }, ticket }, inOneAnswer(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, toInstance(document)]));
  }

  async #records(admissions: readonly Admission[]): Promise<ReadonlyMap<string, InstanceDocument>> {
    const ids = admissions.map(idOf);
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids } }, inOneAnswer(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }

  /** What waits no more was ended while it waited, or begun by an earlier version: its place is cleared, and the next is read. */
  async #read(
    filter: Filter<InstanceDocument>,
    most: number,
    order: Sort = BY_TURN,
  ): Promise<readonly InstanceDocument[]> {
    const { instances } = this.#store.collections;
    for (let limit = most; ; limit = Math.max(most, STALE_AT_ONCE)) {
      const found = await instances.find(filter, inOneAnswer(limit)).sort(order).limit(limit).toArray();
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

function toJoining({ waiting, change, lane }: Admission): SlottedChange {
  return { change: waiting ?? change, slot: null, jobKey: null, waitsIn: lane };
}

function idOf({ change: { tenant, id } }: Admission): string {
  return documentId(tenant, id);
}

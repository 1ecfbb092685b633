import { type Admission, type JobInstance, jobOfLane, type LaneQuery, waitsForSlot } from "@mojob/core/ports";
import { ObjectId } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { documentId, toInstance } from "../documents/instance-document.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { inOneAnswer, noLongerWaiting, slotHolders, waitingIn } from "../documents/typed-filter.ts";
import { writeChanges } from "./instance-writes.ts";
import type { RetentionAges } from "./retention-ages.ts";

/** The order of turns: what an index has them in. */
const BY_TURN = { priority: 1, createdAt: 1, id: 1 } as const;
/** A run and one other. */
const ENOUGH_TO_WAIT = 2;

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
    return free <= 0 ? [] : (await this.#read(tenant, lane, free)).map(toInstance);
  }

  /** Which of these admissions have others waiting before them. */
  async findBehindOthers(admissions: readonly Admission[]): Promise<ReadonlySet<Admission>> {
    const polite = admissions.filter(({ waiting, limit }) => waiting !== undefined && limit !== null);
    const behind = new Set<Admission>();
    const lanes = Map.groupBy(polite, ({ change, lane }) => documentId(change.tenant, lane));
    await Promise.all(
      [...lanes.values()].map(async (group) => {
        const [{ change, lane }] = group as [Admission];
        const waiting = await this.#read(change.tenant, lane, ENOUGH_TO_WAIT);
        for (const one of group) if (waiting.some(({ id }) => id !== one.change.id)) behind.add(one);
      }),
    );
    return behind;
  }

  /** Makes runs wait; resolves to their records, and to `null` where the condition did not hold. */
  async join(admissions: readonly Admission[]): Promise<readonly (JobInstance | null)[]> {
    const ticket = new ObjectId();
    await writeChanges(
      this.#store,
      this.#ages,
      admissions.map(({ waiting, change, lane }) => ({
        change: waiting ?? change,
        slot: null,
        jobKey: null,
        waitsIn: lane,
      })),
      { ticket },
    );
    const ids = admissions.map(({ change: { tenant, id } }) => documentId(tenant, id));
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids }, ticket }, inOneAnswer(ids.length))
      .toArray();
    const written = new Map(found.map((document) => [document._id, toInstance(document)]));
    return ids.map((id) => written.get(id) ?? null);
  }

  /** What waits no more was ended while it waited, or begun by an earlier version: its place is cleared, and the next is read. */
  async #read(tenant: string, lane: string, most: number): Promise<readonly InstanceDocument[]> {
    const { instances } = this.#store.collections;
    for (;;) {
      const found = await instances
        .find(waitingIn(tenant, lane), inOneAnswer(most))
        .sort(BY_TURN)
        .limit(most)
        .toArray();
      const stale = found.filter((document) => !waitsForSlot(toInstance(document)));
      if (stale.length === 0) return found;
      const ids = stale.map(({ _id }) => _id);
      await instances.updateMany(noLongerWaiting(ids), { $unset: { waitsIn: "" } });
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

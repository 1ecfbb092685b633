import {
  type Admission,
  type AdmissionResult,
  isClaimed,
  jobOfLane,
  meetsCondition,
} from "@mojob/core/ports";
import { documentId, laneOfDocument, toInstance } from "../documents/instance-document.ts";
import { writeChanges } from "./instance-writes.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { LaneQueue } from "./lane-queue.ts";
import type { RetentionAges } from "./retention-ages.ts";
import { inRounds } from "../documents/rounds.ts";
import { randomFreeSlots, type SlotGuesses } from "./slot-guesses.ts";
import { inOneBatch } from "../documents/typed-filter.ts";
import { slotHolders } from "../documents/waiting-filter.ts";

/** Each lost race means that another process won; a run that loses this often finds a job that is full in all but name. */
const MOST_TRIES = 100;

/** Holders of slots that come with the first batch; there may be more. */
const MOST_HOLDERS = 10_000;

interface Pending {
  readonly index: number;
  readonly admission: Admission;
}

interface LimitedLane {
  readonly tenant: string;
  readonly lane: string;
  readonly limit: number;
}

/** Moves runs to Processing, each with one of its lane's slots, in one bulk write and one read. */
export class InstanceAdmission {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;
  readonly #guesses: SlotGuesses;
  readonly #queue: LaneQueue;

  constructor(store: StoreHandle, ages: RetentionAges, guesses: SlotGuesses, queue: LaneQueue) {
    this.#store = store;
    this.#ages = ages;
    this.#guesses = guesses;
    this.#queue = queue;
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionResult[]> {
    const answers: AdmissionResult[] = [];
    for (const round of inRounds(admissions, ({ change }) => documentId(change.tenant, change.id))) {
      const all = round.map((index): Pending => ({ index, admission: admissions[index] as Admission }));
      const behind = await this.#queue.findBehindOthers(all.map(({ admission }) => admission));
      let pending = behind.size === 0 ? all : all.filter(({ admission }) => !behind.has(admission));
      for (let tries = 1; pending.length > 0; tries += 1) pending = await this.#try(pending, answers, tries);
      await this.#letWait(all, behind, answers);
    }
    return answers;
  }

  /** Makes those wait that wish to, where the lane is full or others wait. */
  async #letWait(
    all: readonly Pending[],
    behind: ReadonlySet<Admission>,
    answers: AdmissionResult[],
  ): Promise<void> {
    const waiting = all.filter(
      ({ index, admission }) =>
        admission.waiting !== undefined && (behind.has(admission) || answers[index]?.outcome === "full"),
    );
    if (waiting.length === 0) return;
    const records = await this.#queue.join(waiting.map(({ admission }) => admission));
    waiting.forEach(({ index }, at) => {
      const instance = records[at] ?? null;
      answers[index] = instance === null ? { outcome: "refused" } : { outcome: "waits", instance };
    });
  }

  /** Resolves to those whose slot another process took meanwhile. */
  async #try(pending: readonly Pending[], answers: AdmissionResult[], tries: number): Promise<Pending[]> {
    const slots = await this.#pickSlots(pending, tries > 1);
    const sent = pending.filter((_, at) => slots[at] !== undefined);
    const sentSlots = slots.filter((slot) => slot !== undefined);
    if (sent.length > 0) {
      await writeChanges(
        this.#store,
        this.#ages,
        sent.map(({ admission: { change, hasWaited } }, at) => ({
          change,
          slot: sentSlots[at] ?? null,
          jobKey: null,
          ...(hasWaited === true && { waitsIn: null }),
        })),
        // A statement ends at the first slot that is taken: after that each run is tried by itself.
        { isTogether: tries === 1 },
      );
    }
    const records = await this.#read(pending);
    const again: Pending[] = [];
    pending.forEach((one) => {
      const { change, lane, limit } = one.admission;
      const record = records.get(documentId(change.tenant, change.id));
      const sentAt = sent.indexOf(one);
      // By its claim, not by the write's ticket: a cancel may have been asked for since.
      if (sentAt >= 0 && record !== undefined && isClaimed(record, change.set)) {
        const instance = toInstance(record);
        this.#guesses.took(instance);
        answers[one.index] = { outcome: "admitted", instance };
        return;
      }
      if (record === undefined || !meetsCondition(toInstance(record), change.when)) {
        answers[one.index] = { outcome: "refused" };
      } else if (laneOfDocument(record) !== lane && tries < MOST_TRIES) {
        // It was moved since the caller read it.
        again.push({ ...one, admission: { ...one.admission, lane: laneOfDocument(record) } });
      } else if (sentAt < 0 || limit === null || tries >= MOST_TRIES) {
        answers[one.index] = { outcome: "full" };
      } else {
        again.push(one);
      }
      if (limit !== null) this.#guesses.forget(change.tenant, lane);
    });
    return again;
  }

  /** A slot for each (`null` where none is needed), nothing where the lane is full, and says so only after a look. */
  async #pickSlots(
    pending: readonly Pending[],
    hasCollided: boolean,
  ): Promise<(number | null | undefined)[]> {
    const slots: (number | null | undefined)[] = pending.map(() => null);
    const limited = pending
      .map(({ admission }, at) => ({ at, admission }))
      .filter(({ admission }) => admission.limit !== null);
    const groups = [
      ...Map.groupBy(
        limited,
        ({ admission: { change, lane, limit } }) => `${documentId(change.tenant, lane)}\n${limit}`,
      ).values(),
    ].map((places) => {
      const [{ admission }] = places as [(typeof places)[number]];
      const { change, lane, limit } = admission;
      return { tenant: change.tenant, lane, limit: limit ?? 0, places };
    });
    const propose = ({ tenant, lane, limit, places }: (typeof groups)[number]): readonly number[] | null =>
      this.#guesses.propose(tenant, lane, limit, places.length);
    const unsure = groups.filter((group) => hasCollided || propose(group)?.length !== group.places.length);
    const taken = await this.#lookUp(unsure);
    for (const group of groups) {
      const { tenant, lane, limit, places } = group;
      const holders = taken.get(documentId(tenant, lane));
      const free =
        hasCollided && holders !== undefined
          ? randomFreeSlots(new Set(holders), limit, places.length)
          : propose(group);
      this.#guesses.reserve(tenant, lane, free ?? []);
      places.forEach(({ at }, index) => {
        slots[at] = free?.[index];
      });
    }
    return slots;
  }

  /** Which slots of these lanes are taken, by lane: one read a tenant, for a job a second is a read a second. */
  async #lookUp(lanes: readonly LimitedLane[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const { instances } = this.#store.collections;
    const taken = new Map<string, number[]>();
    for (const [tenant, some] of Map.groupBy(lanes, (lane) => lane.tenant)) {
      for (const { lane } of some) taken.set(documentId(tenant, lane), []);
      const jobKeys = [...new Set(some.map(({ lane }) => jobOfLane(lane)))];
      const holders = await instances
        .find(slotHolders(tenant, jobKeys), inOneBatch(MOST_HOLDERS))
        .project<Pick<InstanceDocument, "jobKey" | "lane"> & { readonly slot: number }>({
          _id: 0,
          jobKey: 1,
          lane: 1,
          slot: 1,
        })
        .toArray();
      for (const { jobKey, lane = jobKey, slot } of holders) taken.get(documentId(tenant, lane))?.push(slot);
    }
    for (const { tenant, lane, limit } of lanes)
      this.#guesses.learn(tenant, lane, limit, taken.get(documentId(tenant, lane)) ?? []);
    return taken;
  }

  async #read(pending: readonly Pending[]): Promise<ReadonlyMap<string, InstanceDocument>> {
    const ids = pending.map(({ admission: { change } }) => documentId(change.tenant, change.id));
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids } }, inOneBatch(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }
}

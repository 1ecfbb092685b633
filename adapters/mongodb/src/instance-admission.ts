import type { Admission, AdmissionAnswer, InstanceChange, InstanceCondition, JobInstance } from "@mojob/core";
import { documentId, toInstance } from "./instance-document.ts";
import { writeChanges } from "./instance-writes.ts";
import type { StoreHandle } from "./mongodb-connection.ts";
import type { InstanceDocument } from "./mongodb-documents.ts";
import type { RetentionAges } from "./retention-ages.ts";
import { inRounds } from "./rounds.ts";
import { randomFreeSlots, type SlotBook } from "./slot-book.ts";
import { inOneAnswer, slotHolders } from "./typed-filter.ts";

/** Each lost race means that somebody else won; a run that loses this often finds a job that is full in all but name. */
const MOST_TRIES = 100;

/** Holders of slots that come with the first answer; there may be more. */
const MOST_HOLDERS = 10_000;

interface Pending {
  readonly index: number;
  readonly admission: Admission;
}

interface LimitedJob {
  readonly tenant: string;
  readonly jobKey: string;
  readonly limit: number;
}

/** Moves runs to Processing, each with one of its job's slots, in one bulk write and one read. */
export class InstanceAdmission {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;
  readonly #book: SlotBook;

  constructor(store: StoreHandle, ages: RetentionAges, book: SlotBook) {
    this.#store = store;
    this.#ages = ages;
    this.#book = book;
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionAnswer[]> {
    const answers: AdmissionAnswer[] = [];
    for (const round of inRounds(admissions, ({ change }) => documentId(change.tenant, change.id))) {
      let pending = round.map((index): Pending => ({ index, admission: admissions[index] as Admission }));
      for (let tries = 1; pending.length > 0; tries += 1) pending = await this.#try(pending, answers, tries);
    }
    return answers;
  }

  /** Answers those whose slot was taken by somebody else meanwhile. */
  async #try(pending: readonly Pending[], answers: AdmissionAnswer[], tries: number): Promise<Pending[]> {
    const slots = await this.#pickSlots(pending, tries > 1);
    const sent = pending.filter((_, at) => slots[at] !== undefined);
    const sentSlots = slots.filter((slot) => slot !== undefined);
    if (sent.length > 0) {
      await writeChanges(
        this.#store,
        this.#ages,
        sent.map(({ admission: { change } }, at) => ({ change, slot: sentSlots[at] ?? null, jobKey: null })),
        // A statement ends at the first slot that is taken: after that each run is tried by itself.
        { isTogether: tries === 1 },
      );
    }
    const records = await this.#read(pending);
    const again: Pending[] = [];
    pending.forEach((one) => {
      const { change, jobKey, limit } = one.admission;
      const record = records.get(documentId(change.tenant, change.id));
      const sentAt = sent.indexOf(one);
      // By its claim, not by the write's ticket: a cancel may have been asked for since.
      if (sentAt >= 0 && record !== undefined && isClaimed(record, change)) {
        const instance = toInstance(record);
        this.#book.took(instance);
        answers[one.index] = { outcome: "admitted", instance };
        return;
      }
      if (record === undefined || !meets(toInstance(record), change.when)) {
        answers[one.index] = { outcome: "refused" };
      } else if (sentAt < 0 || limit === null || tries >= MOST_TRIES) {
        answers[one.index] = { outcome: "full" };
      } else {
        again.push(one);
      }
      if (limit !== null) this.#book.forget(change.tenant, jobKey);
    });
    return again;
  }

  /** A slot for each (`null` where none is needed), nothing where the job is full, and says so only after a look. */
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
        ({ admission: { change, jobKey, limit } }) => `${documentId(change.tenant, jobKey)}\n${limit}`,
      ).values(),
    ].map((places) => {
      const [{ admission }] = places as [(typeof places)[number]];
      const { change, jobKey, limit } = admission;
      return { tenant: change.tenant, jobKey, limit: limit ?? 0, places };
    });
    const propose = ({ tenant, jobKey, limit, places }: (typeof groups)[number]): readonly number[] | null =>
      this.#book.propose(tenant, jobKey, limit, places.length);
    const unsure = groups.filter((group) => hasCollided || propose(group)?.length !== group.places.length);
    const taken = await this.#lookUp(unsure);
    for (const group of groups) {
      const { tenant, jobKey, limit, places } = group;
      const holders = taken.get(documentId(tenant, jobKey));
      const free =
        hasCollided && holders !== undefined
          ? randomFreeSlots(new Set(holders), limit, places.length)
          : propose(group);
      this.#book.reserve(tenant, jobKey, free ?? []);
      places.forEach(({ at }, index) => {
        slots[at] = free?.[index];
      });
    }
    return slots;
  }

  /** Which slots of these jobs are taken, by job: one read a tenant, for a job a second is a read a second. */
  async #lookUp(jobs: readonly LimitedJob[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const { instances } = this.#store.collections;
    const taken = new Map<string, number[]>();
    for (const [tenant, some] of Map.groupBy(jobs, (job) => job.tenant)) {
      for (const { jobKey } of some) taken.set(documentId(tenant, jobKey), []);
      const jobKeys = [...new Set(some.map(({ jobKey }) => jobKey))];
      const holders = await instances
        .find(slotHolders(tenant, jobKeys), inOneAnswer(MOST_HOLDERS))
        .project<{ jobKey: string; slot: number }>({ _id: 0, jobKey: 1, slot: 1 })
        .toArray();
      for (const { jobKey, slot } of holders) taken.get(documentId(tenant, jobKey))?.push(slot);
    }
    for (const { tenant, jobKey, limit } of jobs)
      this.#book.learn(tenant, jobKey, limit, taken.get(documentId(tenant, jobKey)) ?? []);
    return taken;
  }

  async #read(pending: readonly Pending[]): Promise<ReadonlyMap<string, InstanceDocument>> {
    const ids = pending.map(({ admission: { change } }) => documentId(change.tenant, change.id));
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids } }, inOneAnswer(ids.length))
      .toArray();
    return new Map(found.map((document) => [document._id, document]));
  }
}

function isClaimed({ claim, attempt }: InstanceDocument, { set }: InstanceChange): boolean {
  return claim === set.claim && attempt === set.attempt;
}

function meets(record: JobInstance, when: InstanceCondition): boolean {
  return (
    when.states.includes(record.state) &&
    (when.attempt === undefined || when.attempt === record.attempt) &&
    (when.claim === undefined || when.claim === record.claim) &&
    (when.cancelRequested === undefined || when.cancelRequested === (record.cancelRequestedAt !== null))
  );
}

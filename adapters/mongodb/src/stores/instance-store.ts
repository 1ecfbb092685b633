import type { JobState } from "@mojob/core";
import {
  type Admission,
  type AdmissionResult,
  type EndedPage,
  type IMoInstanceStore,
  type InstanceChange,
  isPart,
  type JobInstance,
  type LaneQuery,
  type OpenInstanceQuery,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
  ReasonCode,
} from "@mojob/core/ports";
import { ObjectId } from "mongodb";
import { readEndedAfter } from "../runs/ended-runs.ts";
import { InstanceAdmission } from "../runs/instance-admission.ts";
import { completeHalf, insertInTwo } from "../runs/insert-in-two.ts";
import { KeyHolders } from "../runs/key-holders.ts";
import { LaneQueue } from "../runs/lane-queue.ts";
import { documentId, expiryOf, toInstance, toInstanceDocument } from "../documents/instance-document.ts";
import { writeChanges } from "../runs/instance-writes.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { RetentionAges } from "../runs/retention-ages.ts";
import { inRounds, writeInRounds } from "../documents/rounds.ts";
import { SERVER_TIME, SETTLED_AFTER_SECONDS } from "../connection/server-time.ts";
import { SlotGuesses } from "../runs/slot-guesses.ts";
import { isStaleKey, toPartialWrite } from "../connection/store-error.ts";
import { inOneBatch, unmovedRuns, withIds } from "../documents/typed-filter.ts";

export interface InstanceStoreOptions {
  /** Called with each run this process asked to end. @default ignored */
  readonly onCancelRequested?: (documentId: string) => void;
  /** As `MongodbOptions.endsSettleMs`. @default 10_000 */
  readonly endsSettleMs?: number;
}

/** Keeps runs; every write is conditional on what one document says, so any number of processes may write. */
export class InstanceStoreMongodb implements IMoInstanceStore {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;
  readonly #guesses = new SlotGuesses();
  readonly #queue: LaneQueue;
  readonly #admission: InstanceAdmission;
  readonly #holders: KeyHolders;
  readonly #onCancelRequested: (documentId: string) => void;
  readonly #settledAfterSeconds: number;

  constructor(store: StoreHandle, ages: RetentionAges, options: InstanceStoreOptions = {}) {
    this.#store = store;
    this.#ages = ages;
    this.#onCancelRequested = options.onCancelRequested ?? (() => {});
    this.#settledAfterSeconds = Math.ceil((options.endsSettleMs ?? SETTLED_AFTER_SECONDS * 1000) / 1000);
    this.#queue = new LaneQueue(store, ages);
    this.#holders = new KeyHolders(store);
    this.#admission = new InstanceAdmission(store, ages, this.#guesses, this.#queue);
  }

  insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    return this.#store.call("insert runs", () => this.#insert(instances));
  }

  admit(admissions: readonly Admission[]): Promise<readonly AdmissionResult[]> {
    return this.#store.call("admit runs", () => this.#admission.admit(admissions));
  }

  update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    return this.#store.call("update runs", () =>
      writeInRounds(
        changes,
        ({ tenant, id }) => documentId(tenant, id),
        (round) => this.#write(round),
      ),
    );
  }

  get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    return this.#store.call("read runs", async () => {
      if (ids.length === 0) return [];
      const found = await this.#store.collections.instances
        .find(withIds(tenant, ids), inOneBatch(ids.length))
        .toArray();
      const byId = new Map(found.map((document) => [document.id, toInstance(document)]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  }

  getByUniqueKey(tenant: string, uniqueKeys: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    return this.#store.call("read runs", () => this.#holders.findByKey(tenant, uniqueKeys));
  }

  firstWaiting(lanes: readonly LaneQuery[]): Promise<readonly (readonly JobInstance[])[]> {
    return this.#store.call("find waiting runs", () =>
      Promise.all(lanes.map((query) => this.#queue.first(query))),
    );
  }

  findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    return this.#store.call("find open runs", async () => {
      const position = parseCreationPosition(page.cursor);
      const found = await this.#store.collections.instances
        .find(unmovedRuns(query, position))
        .sort({ createdAt: 1, id: 1 })
        .limit(page.limit + 1)
        .toArray();
      return toCreationPage(found, page.limit, toInstance);
    });
  }

  endedAfter(
    tenant: string,
    position: string | null,
    limit: number,
    states?: readonly JobState[],
    until?: string,
  ): Promise<EndedPage> {
    return this.#store.call("read ended runs", () =>
      readEndedAfter(this.#store, tenant, position, {
        limit,
        settledAfterSeconds: this.#settledAfterSeconds,
        ...(states !== undefined && { states }),
        ...(until !== undefined && { until }),
      }),
    );
  }

  async #insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    if (instances.length === 0) return [];
    const [first = [], ...later] = inRounds(instances, ({ tenant, id }) => documentId(tenant, id));
    const taken = await this.#insertNew(first.map((index) => instances[index] as JobInstance));
    const repeated = later.flat();
    const lookUp = [...first.filter((_, at) => taken.has(at)), ...repeated];
    const answers: (JobInstance | null)[] = instances.map(() => null);
    if (lookUp.length === 0) return answers;
    const ids = lookUp.map((index) => {
      const { tenant, id } = instances[index] as JobInstance;
      return documentId(tenant, id);
    });
    const found = await this.#store.collections.instances.find({ _id: { $in: ids } }).toArray();
    const standing = new Map(found.map((document) => [document._id, toInstance(document)]));
    lookUp.forEach((index, at) => {
      answers[index] = standing.get(ids[at] as string) ?? null;
    });
    // Not their ids were taken, but their unique keys; or what stood there has been removed since.
    const others = lookUp.filter((index) => answers[index] === null);
    const holders = await this.#holders.find(others.map((index) => instances[index] as JobInstance));
    others.forEach((index, at) => {
      answers[index] = holders[at] ?? null;
    });
    const again = others.filter((_, at) => holders[at] === null);
    const inserted = await this.#insert(again.map((index) => instances[index] as JobInstance));
    again.forEach((index, at) => {
      answers[index] = inserted[at] ?? null;
    });
    return answers;
  }

  /** Resolves to the positions of those whose id or unique key is taken. */
  async #insertNew(instances: readonly JobInstance[]): Promise<ReadonlySet<number>> {
    const ticket = new ObjectId();
    const documents = instances.map((instance) => {
      const maxAgeDays = isPart(instance) ? null : this.#ages.of(instance.tenant, instance.jobKey);
      const expiresAt = expiryOf(instance, maxAgeDays);
      return toInstanceDocument(instance, { changedAt: SERVER_TIME, ticket, expiresAt });
    });
    try {
      await this.#store.collections.instances.insertMany(documents, { ordered: false });
      return new Set();
    } catch (error) {
      const refused = isStaleKey(error)
        ? await insertInTwo(this.#store, documents, ticket)
        : toPartialWrite(error).taken;
      return this.#takenByOthers(documents, refused, ticket);
    }
  }

  /** A command the driver sent twice finds what it wrote the first time: that is no other's. Nor is half a run. */
  async #takenByOthers(
    documents: readonly InstanceDocument[],
    refused: ReadonlySet<number>,
    ticket: ObjectId,
  ): Promise<ReadonlySet<number>> {
    const byId = new Map(
      Array.from(refused, (index) => {
        const document = documents[index] as InstanceDocument;
        return [document._id, { index, document }];
      }),
    );
    const found = await this.#store.collections.instances
      .find({ _id: { $in: [...byId.keys()] }, $or: [{ ticket }, { tenant: { $exists: false } }] })
      .project<{ _id: string; tenant?: string }>({ _id: 1, tenant: 1 })
      .toArray();
    const taken = new Set(refused);
    for (const { _id, tenant } of found) {
      const { index, document } = byId.get(_id)!;
      if (tenant !== undefined || (await completeHalf(this.#store, document))) taken.delete(index);
    }
    return taken;
  }

  /** What changes its lane, holds no slot and ends nothing. */
  async #write(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const ways = Map.groupBy(changes, wayOf);
    if (ways.size === 1 && ways.has("inPlace")) return this.#writeInPlace(changes);
    const write = {
      inPlace: (some: readonly InstanceChange[]) => this.#writeInPlace(some),
      moves: (some: readonly InstanceChange[]) => this.#queue.move(some),
      joins: (some: readonly InstanceChange[]) => this.#queue.takeUp(some),
    };
    const written = new Map<string, Iterator<boolean>>();
    // oxlint-disable-next-line no-await-in-loop
    for (const [way, some] of ways) written.set(way, (await write[way](some)).values());
    return changes.map((change) => written.get(wayOf(change))?.next().value === true);
  }

  async #writeInPlace(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const ticket = new ObjectId();
    const matched = await writeChanges(
      this.#store,
      this.#ages,
      changes.map((change) => ({
        change,
        slot: null,
        jobKey: this.#guesses.jobOf(change.tenant, change.id),
      })),
      { ticket },
    );
    const written =
      matched === changes.length ? changes.map(() => true) : await this.#findWritten(changes, ticket);
    changes.forEach(({ tenant, id, set, when }, index) => {
      if (!written[index]) return;
      const hasLeft =
        set.state !== undefined && set.state !== "Processing" && when.states.includes("Processing");
      if ((hasLeft && !set.abandoned) || set.abandoned === null) this.#guesses.gaveBack(tenant, id);
      if (set.cancelRequestedAt) this.#onCancelRequested(documentId(tenant, id));
    });
    return written;
  }

  /** The server only says how many it wrote; the ticket says which, also where the response to a first try was lost. */
  async #findWritten(changes: readonly InstanceChange[], ticket: ObjectId): Promise<readonly boolean[]> {
    const ids = changes.map(({ tenant, id }) => documentId(tenant, id));
    const found = await this.#store.collections.instances
      .find({ _id: { $in: ids }, ticket })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const written = new Set(found.map(({ _id }) => _id));
    return ids.map((id) => written.has(id));
  }
}

/** What waits for a slot has a place in the queue of its lane, which is part of its document. */
function wayOf({ set }: InstanceChange): "inPlace" | "moves" | "joins" {
  if (set.lane !== undefined) return "moves";
  return set.reason?.code === ReasonCode.WaitsForSlot ? "joins" : "inPlace";
}

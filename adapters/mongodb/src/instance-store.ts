import {
  type Admission,
  type AdmissionAnswer,
  type CompletionMinute,
  encodeCursor,
  type IMoInstanceStore,
  type InstanceChange,
  type InstanceQuery,
  type JobInstance,
  type JobInstanceSummary,
  type JobState,
  type OpenInstanceQuery,
  type Page,
  type PageRequest,
  parseCursor,
  type RetentionSweep,
} from "@mojob/core";
import { ObjectId } from "mongodb";
import { findBeingCancelled } from "./cancel-requests.ts";
import { InstanceAdmission } from "./instance-admission.ts";
import {
  documentId,
  expiryOf,
  SUMMARY_PROJECTION,
  type SummaryDocument,
  toInstance,
  toInstanceDocument,
  toSummary,
} from "./instance-document.ts";
import { writeChanges } from "./instance-writes.ts";
import type { StoreHandle } from "./mongodb-connection.ts";
import type { InstanceDocument } from "./mongodb-documents.ts";
import type { RetentionAges } from "./retention-ages.ts";
import { RetentionSweeper } from "./retention-sweeper.ts";
import { inRounds, writeInRounds } from "./rounds.ts";
import { RunCounts } from "./run-counts.ts";
import { SERVER_TIME } from "./server-time.ts";
import { SlotBook } from "./slot-book.ts";
import { toPartialWrite } from "./store-error.ts";
import {
  inOneAnswer,
  type ListPosition,
  listedAfter,
  matchingInstances,
  unmovedRuns,
  withIds,
} from "./typed-filter.ts";

/** Keeps runs; every write is conditional on what one document says, so any number of processes may write. */
export class InstanceStoreMongodb implements IMoInstanceStore {
  readonly #store: StoreHandle;
  readonly #ages: RetentionAges;
  readonly #book = new SlotBook();
  readonly #admission: InstanceAdmission;
  readonly #counts: RunCounts;
  readonly #sweeper: RetentionSweeper;
  readonly #onCancelRequested: (documentId: string) => void;

  /** @param onCancelRequested hears of each run this process asked to end */
  constructor(
    store: StoreHandle,
    ages: RetentionAges,
    onCancelRequested: (documentId: string) => void = () => {},
  ) {
    this.#store = store;
    this.#ages = ages;
    this.#onCancelRequested = onCancelRequested;
    this.#admission = new InstanceAdmission(store, ages, this.#book);
    this.#counts = new RunCounts(store);
    this.#sweeper = new RetentionSweeper(store, this.#counts);
  }

  insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    return this.#store.call("insert runs", async () => {
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
      return answers;
    });
  }

  admit(admissions: readonly Admission[]): Promise<readonly AdmissionAnswer[]> {
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
        .find(withIds(tenant, ids), inOneAnswer(ids.length))
        .toArray();
      const byId = new Map(found.map((document) => [document.id, toInstance(document)]));
      return ids.map((id) => byId.get(id) ?? null);
    });
  }

  list(query: InstanceQuery, page: PageRequest): Promise<Page<JobInstanceSummary>> {
    return this.#store.call("list runs", async () => {
      const position = parsePosition(page.cursor);
      const found = await this.#store.collections.instances
        .find(listedAfter(query, position))
        .project<SummaryDocument>(SUMMARY_PROJECTION)
        .sort({ createdAt: -1, id: -1 })
        .limit(page.limit + 1)
        .toArray();
      return toPage(found, page.limit, toSummary);
    });
  }

  count(query: InstanceQuery, cap: number): Promise<number> {
    return this.#store.call("count runs", () =>
      this.#store.collections.instances.countDocuments(matchingInstances(query), { limit: cap }),
    );
  }

  countByState(tenant: string, app?: string): Promise<Readonly<Record<JobState, number>>> {
    return this.#store.call("count runs", () => this.#counts.byState(tenant, app));
  }

  completions(tenant: string, since: Date, app?: string): Promise<readonly CompletionMinute[]> {
    return this.#store.call("count runs that ended", () => this.#counts.completions(tenant, since, app));
  }

  findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    return this.#store.call("find open runs", async () => {
      const position = parsePosition(page.cursor);
      const found = await this.#store.collections.instances
        .find(unmovedRuns(query, position))
        .sort({ createdAt: 1, id: 1 })
        .limit(page.limit + 1)
        .toArray();
      return toPage(found, page.limit, toInstance);
    });
  }

  findCancelRequested(tenant: string, ids: readonly string[]): Promise<readonly string[]> {
    return this.#store.call("look for cancel requests", async () => {
      // All there are: they are few, and the ids may be many.
      const asked = new Set(await findBeingCancelled(this.#store, tenant));
      return ids.filter((id) => asked.has(documentId(tenant, id)));
    });
  }

  async latestByJob(
    tenant: string,
    jobKeys: readonly string[],
  ): Promise<ReadonlyMap<string, JobInstanceSummary>> {
    const newest = await this.recentByJob(tenant, jobKeys, 1);
    return new Map([...newest].map(([jobKey, [run]]) => [jobKey, run as JobInstanceSummary]));
  }

  recentByJob(
    tenant: string,
    jobKeys: readonly string[],
    limit: number,
  ): Promise<ReadonlyMap<string, readonly JobInstanceSummary[]>> {
    return this.#store.call("read the latest runs", async () => {
      // One pipeline over all jobs would sort all their runs: each by itself reads what it answers and no more.
      const recent = await Promise.all(
        [...new Set(jobKeys)].map(async (jobKey) => {
          const documents = await this.#store.collections.instances
            .find(matchingInstances({ tenant, jobKey }))
            .project<SummaryDocument>(SUMMARY_PROJECTION)
            .sort({ createdAt: -1, id: -1 })
            .limit(limit)
            .toArray();
          return [jobKey, documents.map(toSummary)] as const;
        }),
      );
      return new Map(recent.filter(([, runs]) => runs.length > 0));
    });
  }

  sweep(retention: RetentionSweep): Promise<number> {
    return this.#store.call(`sweep job "${retention.jobKey}"`, () => this.#sweeper.sweep(retention));
  }

  /** Answers the positions of those whose id is taken. */
  async #insertNew(instances: readonly JobInstance[]): Promise<ReadonlySet<number>> {
    const ticket = new ObjectId();
    const documents = instances.map((instance) => {
      const expiresAt = expiryOf(instance, this.#ages.of(instance.tenant, instance.jobKey));
      return toInstanceDocument(instance, { changedAt: SERVER_TIME, ticket, expiresAt });
    });
    try {
      await this.#store.collections.instances.insertMany(documents, { ordered: false });
      return new Set();
    } catch (error) {
      return this.#takenByOthers(documents, toPartialWrite(error).taken, ticket);
    }
  }

  /** A command the driver sent twice finds what it wrote the first time: that is no other's. */
  async #takenByOthers(
    documents: readonly InstanceDocument[],
    refused: ReadonlySet<number>,
    ticket: ObjectId,
  ): Promise<ReadonlySet<number>> {
    const ids = [...refused].map((index) => (documents[index] as InstanceDocument)._id);
    const own = await this.#store.collections.instances
      .find({ _id: { $in: ids }, ticket })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const ours = new Set(own.map(({ _id }) => _id));
    return new Set([...refused].filter((index) => !ours.has((documents[index] as InstanceDocument)._id)));
  }

  async #write(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const ticket = new ObjectId();
    const matched = await writeChanges(
      this.#store,
      this.#ages,
      changes.map((change) => ({ change, slot: null, jobKey: this.#book.jobOf(change.tenant, change.id) })),
      { ticket },
    );
    const written =
      matched === changes.length ? changes.map(() => true) : await this.#findWritten(changes, ticket);
    changes.forEach(({ tenant, id, set }, index) => {
      if (!written[index]) return;
      if (set.state !== undefined && set.state !== "Processing") this.#book.gaveBack(tenant, id);
      if (set.cancelRequestedAt) this.#onCancelRequested(documentId(tenant, id));
    });
    return written;
  }

  /** The server only says how many it wrote; the ticket says which, also where the answer to a first try was lost. */
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

function parsePosition(cursor: string | undefined): ListPosition | null {
  if (cursor === undefined) return null;
  const [at, id] = parseCursor(cursor, ["number", "string"]);
  return { at: new Date(at), id };
}

/** Of one document more than fit, the page and whether another follows. */
function toPage<Found extends { readonly id: string; readonly createdAt: Date }, Item>(
  found: readonly Found[],
  limit: number,
  toItem: (document: Found) => Item,
): Page<Item> {
  const last = found[limit - 1];
  return {
    items: found.slice(0, limit).map(toItem),
    nextCursor: last && found.length > limit ? encodeCursor([last.createdAt.getTime(), last.id]) : null,
  };
}

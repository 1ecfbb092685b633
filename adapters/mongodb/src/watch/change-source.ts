import { sleep, type StoreTopic, type StoreWatchFilter, systemClock } from "@mojob/core/ports";
import {
  type ChangeStream,
  type Document,
  MongoServerError,
  type ResumeToken,
  type Timestamp,
} from "mongodb";
import { COLLECTION_OF, type WatchedCollection } from "./changed-ids.ts";
import { documentId } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { secondsOf, type ServerHello, stampOf } from "../connection/server-time.ts";
import { exactly, startsWith } from "../documents/typed-filter.ts";

/** Reports which documents changed since it was opened, across lost connections. */
export interface ChangeSource {
  /** Resolves when it has reported all there was, or nothing came for a while. */
  next(changed: (collection: WatchedCollection, id: string) => void): Promise<void>;
  close(): Promise<void>;
}

const LONGEST_AWAIT_MS = 1000;
/** A server responds with the first change that it has: so long, more of them may come for one response. */
const GATHER_MS = 10;
/** Writes may become visible in another order than they were stamped in, within this time. */
const OVERLAP_SECONDS = 3;
const PAGE = 1000;
/** Changes of runs that end one, or create one that has ended. */
const CHANGES_OF_ENDED: readonly Document[] = [
  { "updateDescription.updatedFields.ended": true },
  { "fullDocument.ended": true },
  { "ns.coll": { $ne: "instances" } },
];
/** The place a stream would go on from is not in the server's log any more. */
const HISTORY_LOST = new Set([136, 280, 286]);

export function collectionsOf(topics: readonly StoreTopic[]): readonly WatchedCollection[] {
  return [...new Set(topics.map((topic) => COLLECTION_OF[topic]))];
}

/** Whether all changes of a response were taken; the driver's types leave the cursor out, and a driver without it is not waited for. */
function isTaken(stream: object): boolean {
  const { cursor } = stream as { readonly cursor?: { bufferedCount?(): number } };
  return cursor?.bufferedCount?.() === 0;
}

interface StreamedChange {
  readonly ns: { readonly coll: WatchedCollection };
  readonly documentKey: { readonly _id: string };
}

/** The server's own change stream, by id only: a document is read once for many changes. */
export class StreamedChanges implements ChangeSource {
  readonly #store: StoreHandle;
  readonly #filter: StoreWatchFilter;
  readonly #polled: PolledChanges;
  #from: Timestamp | null;
  #token: ResumeToken = null;
  #stream: ChangeStream | null = null;

  constructor(store: StoreHandle, filter: StoreWatchFilter, hello: ServerHello) {
    this.#store = store;
    this.#filter = filter;
    this.#from = hello.operationTime;
    this.#polled = new PolledChanges(store, filter, hello);
  }

  async next(changed: (collection: WatchedCollection, id: string) => void): Promise<void> {
    try {
      const stream = (this.#stream ??= this.#open());
      const change = (await stream.tryNext()) as unknown as StreamedChange | null;
      this.#token = stream.resumeToken;
      if (change !== null) changed(change.ns.coll, change.documentKey._id);
      this.#polled.reached(new Date());
      if (change !== null && isTaken(stream)) await sleep(systemClock, GATHER_MS);
    } catch (error) {
      await this.close();
      if (!(error instanceof MongoServerError && HISTORY_LOST.has(Number(error.code)))) throw error;
      // Disconnected for longer than the server remembers: changes since then are queried, then a new stream begins.
      [this.#token, this.#from] = [null, null];
      this.#stream = this.#open();
      await this.#polled.next(changed);
    }
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = null;
    await stream?.close().catch(() => {});
  }

  #open(): ChangeStream {
    const { tenant, topics, endedOnly = false } = this.#filter;
    const match: Document = {
      operationType: { $in: ["insert", "update", "replace"] },
      "ns.coll": { $in: collectionsOf(topics) },
      "documentKey._id": startsWith(documentId(tenant, "")),
      ...(endedOnly && { $or: CHANGES_OF_ENDED }),
    };
    return this.#store.db.watch(
      [{ $match: match }, { $project: { _id: 1, "ns.coll": 1, documentKey: 1, operationType: 1 } }],
      {
        maxAwaitTimeMS: LONGEST_AWAIT_MS,
        ...(this.#token !== null
          ? { resumeAfter: this.#token }
          : this.#from !== null && { startAtOperationTime: this.#from }),
      },
    );
  }
}

interface PolledDocument {
  readonly _id: string;
  readonly ended?: true;
  readonly tenant: string;
  readonly changedAt: Timestamp;
}

/** For a server without change streams: asks what was stamped since it last asked, a little before that included. */
export class PolledChanges implements ChangeSource {
  readonly #store: StoreHandle;
  readonly #filter: StoreWatchFilter;
  #sinceSeconds: number;
  /** The documents that were reported within the overlap, and their stamps then. */
  #told = new Map<string, bigint>();

  constructor(store: StoreHandle, filter: StoreWatchFilter, hello: ServerHello) {
    this.#store = store;
    this.#filter = filter;
    this.#sinceSeconds = Math.floor(hello.now.getTime() / 1000);
  }

  /** All that changed before is known. */
  reached(now: Date): void {
    this.#sinceSeconds = Math.max(this.#sinceSeconds, Math.floor(now.getTime() / 1000) - 60);
  }

  async next(changed: (collection: WatchedCollection, id: string) => void): Promise<void> {
    const told = new Map<string, bigint>();
    let latest = this.#sinceSeconds;
    for (const collection of collectionsOf(this.#filter.topics)) {
      for (let from = stampOf(this.#sinceSeconds - OVERLAP_SECONDS), isLast = false; !isLast;) {
        const page = await this.#read(collection, from);
        for (const { _id, changedAt } of page) {
          const name = `${collection}\n${_id}`;
          const stamp = changedAt.toBigInt();
          latest = Math.max(latest, secondsOf(changedAt));
          // A second has many stamps at most servers; where it has one, two writes look alike, so the latest is reported twice.
          if (this.#told.get(name) !== stamp || changedAt.getLowBits() === 0) changed(collection, _id);
          told.set(name, stamp);
        }
        const last = page.at(-1)?.changedAt;
        isLast = page.length < PAGE || last === undefined || last.equals(from);
        if (last !== undefined) from = last;
      }
    }
    this.#told = told;
    this.#sinceSeconds = latest;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #read(collection: WatchedCollection, from: Timestamp): Promise<PolledDocument[]> {
    const { tenant, endedOnly = false } = this.#filter;
    return this.#store.db
      .collection<PolledDocument>(collection)
      .find({
        tenant: exactly(tenant),
        ...(endedOnly && collection === "instances" && { ended: true }),
        changedAt: { $gte: from },
      })
      .project<PolledDocument>({ changedAt: 1 })
      .sort({ changedAt: 1 })
      .limit(PAGE)
      .toArray();
  }
}

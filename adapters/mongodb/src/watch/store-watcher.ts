import {
  sleep,
  type StoreChange,
  type StoreWatch,
  type StoreWatchFilter,
  systemClock,
} from "@mojob/core/ports";
import { PolledRequests } from "./polled-requests.ts";
import { type ChangeSource, PolledChanges, StreamedChanges } from "./change-source.ts";
import { ChangedIds, type WatchedCollection } from "./changed-ids.ts";
import {
  documentId,
  SUMMARY_PROJECTION,
  type SummaryDocument,
  toSummary,
} from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { RemovedDefinitionDocument } from "../documents/mongodb-documents.ts";
import { greet, type ServerHello } from "../connection/server-time.ts";
import { exactly } from "../documents/typed-filter.ts";

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2000;
const LARGEST_READ = 500;
/** Documents are read at most this often: changes that follow each other closely are read together. */
const READ_EVERY_MS = 10;

export interface StoreWatcherOptions {
  /** How often a server without change streams is asked. */
  readonly pollMs: number;
  /** Never uses change streams. */
  readonly polling: boolean;
  /** Called with what a listener threw, and with why the server is unavailable. */
  readonly onError: (error: unknown) => void;
}

interface ChangedDefinition {
  readonly key: string;
  readonly app: string;
  readonly revision: number;
  readonly removed?: RemovedDefinitionDocument["removed"];
}

/**
 * Calls one listener with changes until it is closed, however often the server is unavailable meanwhile.
 *
 * Changes are collected while the documents of earlier ones are read, so a busy store costs one read for many changes.
 */
export class StoreWatcher implements StoreWatch {
  readonly #store: StoreHandle;
  readonly #filter: StoreWatchFilter;
  readonly #listener: (changes: readonly StoreChange[]) => void;
  readonly #options: StoreWatcherOptions;
  readonly #source: ChangeSource;
  readonly #isPolling: boolean;
  /** Whether it is of what is asked of runs and executors, and of nothing else. */
  readonly #isOfRequests: boolean;
  readonly #changed = new ChangedIds();
  readonly #stop = new AbortController();
  #isNotifying = false;
  /** When documents were last read, by the monotonic clock. */
  #readAtMs = -Infinity;

  private constructor(
    store: StoreHandle,
    filter: StoreWatchFilter,
    listener: (changes: readonly StoreChange[]) => void,
    options: StoreWatcherOptions,
    hello: ServerHello,
  ) {
    this.#store = store;
    this.#filter = filter;
    this.#listener = listener;
    this.#options = options;
    this.#isOfRequests = filter.topics.every((topic) => topic === "cancel" || topic === "drain");
    const isStreamed = !this.#isOfRequests && !options.polling && hello.hasChangeStreams;
    this.#isPolling = !isStreamed;
    if (this.#isOfRequests) this.#source = new PolledRequests(store, filter);
    else if (isStreamed) this.#source = new StreamedChanges(store, filter, hello);
    else this.#source = new PolledChanges(store, filter, hello);
  }

  /** Resolves when every later change will be reported. */
  static async open(
    store: StoreHandle,
    filter: StoreWatchFilter,
    listener: (changes: readonly StoreChange[]) => void,
    options: StoreWatcherOptions,
  ): Promise<StoreWatcher> {
    const watcher = new StoreWatcher(store, filter, listener, options, await greet(store));
    if (filter.topics.length > 0) void watcher.#run();
    return watcher;
  }

  async close(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    await this.#source.close();
  }

  /** Reports to a watch of requests at once what this process itself asked for: a cancel of a run, or a drain of an executor. */
  requested(collection: "instances" | "executors", id: string): void {
    const topic = collection === "instances" ? "cancel" : "drain";
    const { topics, tenant } = this.#filter;
    const isWatched = this.#isOfRequests && topics.includes(topic) && id.startsWith(documentId(tenant, ""));
    if (isWatched && !this.#stop.signal.aborted) this.#collect(collection, id);
  }

  #collect(collection: WatchedCollection, id: string): void {
    this.#changed.add(collection, id);
    if (!this.#isNotifying) void this.#notify();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const collect = this.#collect.bind(this);
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted;) {
      try {
        await this.#source.next(collect);
        waitMs = FIRST_WAIT_MS;
        if (this.#isPolling) await this.#wait(this.#options.pollMs);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.onError(error);
        await this.#wait(waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      }
    }
  }

  async #notify(): Promise<void> {
    this.#isNotifying = true;
    for (let waitMs = FIRST_WAIT_MS; this.#changed.size > 0 && !this.#stop.signal.aborted;) {
      const earlyMs = this.#readAtMs + READ_EVERY_MS - systemClock.monotonicMs();
      // Also where it is not early: the other changes of the same response follow in this turn.
      await this.#wait(Math.max(earlyMs, 0));
      this.#readAtMs = systemClock.monotonicMs();
      const taken = this.#changed.take(LARGEST_READ);
      try {
        const changes = await this.#read(taken);
        waitMs = FIRST_WAIT_MS;
        if (changes.length > 0 && !this.#stop.signal.aborted) this.#hand(changes);
      } catch (error) {
        for (const [collection, ids] of taken) for (const id of ids) this.#changed.add(collection, id);
        if (!this.#stop.signal.aborted) this.#options.onError(error);
        await this.#wait(waitMs);
        waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
      }
    }
    this.#isNotifying = false;
  }

  #hand(changes: readonly StoreChange[]): void {
    try {
      this.#listener(changes);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  async #read(taken: ReadonlyMap<WatchedCollection, readonly string[]>): Promise<readonly StoreChange[]> {
    const { instances, definitions, executors } = this.#store.collections;
    const { app, topics } = this.#filter;
    const chosen = (collection: WatchedCollection): object => ({
      _id: { $in: [...(taken.get(collection) ?? [])] },
      ...(app !== undefined && { app: exactly(app) }),
    });
    const changes: StoreChange[] = [];
    if (taken.has("definitions")) {
      const found = await definitions
        .find(chosen("definitions"))
        .project<ChangedDefinition>({ _id: 0, key: 1, app: 1, revision: 1, removed: 1 })
        .toArray();
      changes.push(
        ...found.map(({ removed, ...one }): StoreChange => ({ topic: "definition", ...one, ...removed })),
      );
    }
    if (taken.has("executors")) {
      const found = await executors
        .find(chosen("executors"))
        .project<{ id: string; app: string }>({ _id: 0, id: 1, app: 1 })
        .toArray();
      for (const topic of ["executor", "drain"] as const)
        if (topics.includes(topic)) changes.push(...found.map((one): StoreChange => ({ topic, ...one })));
    }
    if (taken.has("instances")) {
      const found = await instances
        .find(chosen("instances"))
        .project<SummaryDocument>(SUMMARY_PROJECTION)
        .toArray();
      const byId = new Map(found.map((document) => [document._id, toSummary(document)]));
      for (const _id of taken.get("instances") ?? []) {
        const instance = byId.get(_id);
        if (instance === undefined) continue;
        const { id, jobKey, state, cancelRequestedAt } = instance;
        if (topics.includes("instance")) changes.push({ topic: "instance", instance });
        if (topics.includes("cancel") && state === "Processing" && cancelRequestedAt !== null)
          changes.push({ topic: "cancel", id, jobKey });
      }
    }
    return changes;
  }

  #wait(ms: number): Promise<void> {
    return sleep(systemClock, ms, this.#stop.signal);
  }
}

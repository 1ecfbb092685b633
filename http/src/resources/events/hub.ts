import { MoJobError, MoJobErrorCode, type MoJobScheduler } from "@mojob/core";
import { type Clock, createId, type StoreChange, type StoreWatch, type Timer } from "@mojob/core/ports";
import { EventLog } from "./log.ts";
import { eventId, EventReader, type EventReaderOptions } from "./reader.ts";
import { type EventTopic, toTopicItem, WATCHED_TOPICS } from "./topic.ts";

/** Under load, changes are collected for this long and sent together. */
const GATHER_MS = 200;
/** More items than a client can show at once; `truncated` says that there were more. */
const MAX_ITEMS = 200;
/** How long the log is kept up without a reader, so that one that reconnects misses nothing. */
const LINGER_MS = 60_000;

export interface EventHubOptions {
  readonly scheduler: Pick<MoJobScheduler, "watch">;
  readonly clock: Clock;
}

/** One era of watching: ids of another era mean nothing in it. */
interface Era {
  readonly id: string;
  readonly log: EventLog;
  readonly watch: Promise<StoreWatch>;
  /** Whether the watch has begun: what happens from now on is in the log. */
  isWatching: boolean;
}

/** One watch on the store for any number of clients. It begins with the first and ends a while after the last. */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #readers = new Set<EventReader>();
  readonly #gathered = new Map<EventTopic, Map<string, object>>();
  #era: Era | null = null;
  #gathering: Timer | null = null;
  #lingering: Timer | null = null;
  #closed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  /**
   * Begins to read, after the event `lastEventId` names if it is still known.
   * @throws MoJobError `shutting_down` once closed, `store_unavailable`
   */
  async open(
    topics: readonly EventTopic[],
    {
      lastEventId,
      isLive,
      isBare,
      onClose,
    }: Pick<EventReaderOptions, "lastEventId" | "isLive" | "isBare" | "onClose">,
  ): Promise<EventReader> {
    if (this.#closed) throw shuttingDown();
    const era = (this.#era ??= this.#begin());
    const reader = new EventReader({
      clock: this.#options.clock,
      era: era.id,
      log: era.log,
      topics: new Set(topics),
      lastEventId,
      isLive,
      isBare,
      onClose: () => {
        onClose();
        this.#release(reader);
      },
    });
    this.#readers.add(reader);
    this.#lingering?.cancel();
    this.#lingering = null;
    await this.#watching(era).catch((error: unknown) => {
      reader.close();
      throw error;
    });
    if (this.#closed) {
      reader.close();
      throw shuttingDown();
    }
    return reader;
  }

  /** The id of the latest event; `null` while nothing is watched. */
  get position(): string | null {
    return this.#era?.isWatching === true ? eventId(this.#era.id, this.#era.log.last) : null;
  }

  /** Watches for a while without a reader, for one that reads first and opens its stream a moment later. */
  async begin(): Promise<void> {
    if (this.#closed) throw shuttingDown();
    await this.#watching((this.#era ??= this.#begin()));
    this.#lingerWithoutReaders();
  }

  /** Lets every reader find out at once whether its caller may still read. */
  recheck(): void {
    for (const reader of this.#readers) reader.recheck();
  }

  /** Ends every stream once it was sent what has happened until now. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#era !== null) this.#append(this.#era.log);
    for (const reader of this.#readers) reader.finish();
    await this.#end();
  }

  #begin(): Era {
    const { scheduler, clock } = this.#options;
    const log = new EventLog();
    return {
      id: createId(clock.now()),
      log,
      watch: scheduler.watch(WATCHED_TOPICS, (changes) => this.#gather(log, changes)),
      isWatching: false,
    };
  }

  async #watching(era: Era): Promise<void> {
    try {
      await era.watch;
      era.isWatching = true;
    } catch (error) {
      if (this.#era === era) this.#era = null;
      throw error;
    }
  }

  async #end(): Promise<void> {
    const era = this.#era;
    this.#era = null;
    this.#gathering?.cancel();
    this.#gathering = null;
    this.#lingering?.cancel();
    this.#lingering = null;
    this.#gathered.clear();
    // A watch that never began has nothing to close; its readers got the error.
    const watch = await era?.watch.catch(() => null);
    await watch?.close();
  }

  #release(reader: EventReader): void {
    this.#readers.delete(reader);
    this.#lingerWithoutReaders();
  }

  #lingerWithoutReaders(): void {
    if (this.#readers.size > 0 || this.#closed || this.#era === null) return;
    this.#lingering?.cancel();
    this.#lingering = this.#options.clock.setTimer(() => void this.#end(), LINGER_MS, { background: true });
  }

  #gather(log: EventLog, changes: readonly StoreChange[]): void {
    if (this.#era?.log !== log) return;
    for (const change of changes) {
      const item = toTopicItem(change);
      if (item === null) continue;
      const ofTopic = this.#gathered.get(item.topic) ?? new Map<string, object>();
      this.#gathered.set(item.topic, ofTopic);
      // Deleted first, so that the latest change is the last to be dropped.
      ofTopic.delete(item.id);
      ofTopic.set(item.id, item.item);
    }
    if (this.#gathering === null) this.#notify(log);
  }

  #notify(log: EventLog): void {
    this.#gathering = null;
    if (this.#gathered.size === 0) return;
    this.#append(log);
    for (const reader of this.#readers) reader.wake();
    this.#gathering = this.#options.clock.setTimer(() => this.#notify(log), GATHER_MS, { background: true });
  }

  /** Moves what was gathered to the log. */
  #append(log: EventLog): void {
    for (const [topic, items] of this.#gathered) {
      const latest = [...items.values()].slice(-MAX_ITEMS);
      log.append(topic, JSON.stringify({ items: latest, truncated: latest.length < items.size }));
    }
    this.#gathered.clear();
  }
}

function shuttingDown(): MoJobError {
  return new MoJobError(MoJobErrorCode.ShuttingDown, "Cannot open an event stream: the API is closing");
}

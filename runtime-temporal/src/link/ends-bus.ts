import type { IMoEventBus } from "@mojob/core";
import { isRunsEndedTopic, type RunEnd, runsEndedEvent, runsEndedIn } from "@mojob/core/engine";
import type {
  Clock,
  EventHandler,
  EventSubscription,
  MoEvent,
  SubscribeOptions,
  Timer,
} from "@mojob/core/ports";

/** Events on one topic are published at most this often; the first one after a pause goes at once. */
const PACE_MS = 1000;
/** Ends in one event, so that it stays far below what Temporal takes. */
const MAX_ENDS_PER_EVENT = 500;
/** Ends kept for the next publication; more are left to the store's feed of ends. */
const MAX_ENDS = 2000;
/** How long it is remembered that a topic has subscribers. That it has none is not: the first one may come at any time. */
const SUBSCRIBERS_KNOWN_MS = 5000;

/** A bus that can tell whether anybody listens. */
export interface ListeningBus extends IMoEventBus {
  hasSubscribers(topic: string): Promise<boolean>;
}

export interface EndsBusOptions {
  readonly bus: ListeningBus;
  readonly clock: Clock;
  /** Called with why ends could not be published; the store's feed brings them. */
  readonly onError: (error: unknown) => void;
}

interface Topic {
  ends: RunEnd[];
  timer: Timer | null;
  publishedAtMs: number;
  listeners: Promise<boolean> | null;
  listenersReadAtMs: number;
}

/**
 * The default bus on Temporal: it delivers the ends of runs to followers, and nothing else. Changed definitions are seen by
 * marks in the state store and by a signal to the scheduler.
 *
 * On Temporal an event is a workflow. Ends are therefore combined, published once a second at most, and only where a
 * follower has subscribed: a settled run costs nothing by it. An end that is lost on the way comes by the store's feed.
 */
export class EndsBus implements IMoEventBus {
  readonly #options: EndsBusOptions;
  readonly #topics = new Map<string, Topic>();
  #isClosed = false;

  constructor(options: EndsBusOptions) {
    this.#options = options;
  }

  /** Takes the ends of runs to publish them soon; other events go nowhere. */
  async publish(topic: string, events: readonly MoEvent[]): Promise<void> {
    if (!isRunsEndedTopic(topic) || this.#isClosed) return;
    const ends = events.flatMap(runsEndedIn);
    const kept = this.#topic(topic);
    kept.ends.push(...ends.slice(0, MAX_ENDS - kept.ends.length));
    if (kept.timer !== null) return;
    const { clock } = this.#options;
    const waitMs = Math.max(kept.publishedAtMs + PACE_MS - clock.monotonicMs(), 0);
    kept.timer = clock.setTimer(() => void this.#flush(topic, kept), waitMs, { background: true });
  }

  /** Subscribes to ends of runs; a subscription to other topics gets nothing. */
  async subscribe(
    topic: string,
    handler: EventHandler,
    options?: SubscribeOptions,
  ): Promise<EventSubscription> {
    if (isRunsEndedTopic(topic)) return this.#options.bus.subscribe(topic, handler, options);
    return { resume: () => {}, close: () => Promise.resolve() };
  }

  /** Drops what is not published yet, and closes the bus behind it. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#topics.values()) timer?.cancel();
    return this.#options.bus.close();
  }

  async #flush(topic: string, kept: Topic): Promise<void> {
    const { bus, clock, onError } = this.#options;
    const ends = kept.ends.splice(0);
    kept.timer = null;
    kept.publishedAtMs = clock.monotonicMs();
    try {
      if (!(await this.#hasListeners(topic, kept))) return;
      const events: MoEvent[] = [];
      for (let from = 0; from < ends.length; from += MAX_ENDS_PER_EVENT)
        events.push(runsEndedEvent(ends.slice(from, from + MAX_ENDS_PER_EVENT), clock.now()));
      await bus.publish(topic, events);
    } catch (error) {
      if (!this.#isClosed) onError(error);
    }
  }

  #hasListeners(topic: string, kept: Topic): Promise<boolean> {
    const nowMs = this.#options.clock.monotonicMs();
    if (kept.listeners === null || nowMs - kept.listenersReadAtMs >= SUBSCRIBERS_KNOWN_MS) {
      kept.listenersReadAtMs = nowMs;
      kept.listeners = this.#readListeners(topic, kept);
    }
    return kept.listeners;
  }

  async #readListeners(topic: string, kept: Topic): Promise<boolean> {
    let isKept = false;
    try {
      return (isKept = await this.#options.bus.hasSubscribers(topic));
    } finally {
      if (!isKept) kept.listeners = null;
    }
  }

  #topic(topic: string): Topic {
    const known = this.#topics.get(topic);
    if (known !== undefined) return known;
    const added: Topic = {
      ends: [],
      timer: null,
      publishedAtMs: -Infinity,
      listeners: null,
      listenersReadAtMs: -Infinity,
    };
    this.#topics.set(topic, added);
    return added;
  }
}

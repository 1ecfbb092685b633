import type { Clock } from "@mojob/core/ports";
import type { EventLog } from "./log.ts";
import type { EventTopic } from "./topic.ts";

/** Bun cuts a response that is silent for 10 s, and proxies have habits of their own. */
const QUIET_MS = 5000;
const RECONNECT_MS = 2000;
/** How often one that reads no items is sent that there were some. */
const BARE_EVERY_MS = 1000;
/** A client whose session has ended elsewhere gets events no longer than this. */
const CHECKED_EVERY_MS = 1000;

export interface EventReaderOptions {
  readonly clock: Clock;
  /** Part of every id, so that an id from before a restart is recognised. */
  readonly era: string;
  readonly log: EventLog;
  readonly topics: ReadonlySet<EventTopic>;
  readonly lastEventId: string | undefined;
  /** Whether it reads what topics have changed, and nothing of the items. */
  readonly isBare: boolean;
  /** Resolves to whether the client may still read. */
  readonly isLive: () => Promise<boolean>;
  readonly onClose: () => void;
}

/**
 * One client's place in the log. It is asked for the next piece of the stream only when the client took the last one:
 * a slow client keeps nothing waiting in memory, and one that fell behind the log gets a `reset`.
 */
export class EventReader {
  readonly #options: EventReaderOptions;
  /** When one that reads no items was last sent an event. */
  #bareMs: number = Number.NEGATIVE_INFINITY;
  #greeting: string | null;
  #after: number;
  #quietSince: number;
  /** When it was last known that the client may read. */
  #checkedMs: number;
  #wake: (() => void) | null = null;
  #closed = false;
  /** Whether the stream ends after what is in the log. */
  #isFinishing = false;

  constructor(options: EventReaderOptions) {
    const { log, lastEventId, clock } = options;
    this.#options = options;
    this.#quietSince = clock.monotonicMs();
    this.#checkedMs = this.#quietSince;
    this.#after = log.last;
    const resumed = this.#placeOf(lastEventId);
    if (resumed !== null) this.#after = resumed;
    const event =
      resumed !== null ? ": resumed\n\n" : this.#control(lastEventId === undefined ? "ready" : "reset");
    this.#greeting = `retry: ${RECONNECT_MS}\n${event}`;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Something may be there to read. */
  wake(): void {
    this.#wake?.();
  }

  /** The client may have lost its right to read. */
  recheck(): void {
    this.#checkedMs = Number.NEGATIVE_INFINITY;
    this.wake();
  }

  /** Ends the stream after what is in the log. */
  finish(): void {
    this.#isFinishing = true;
    this.wake();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.wake();
    this.#options.onClose();
  }

  /** The next piece of the stream (WHATWG server-sent events); `null` when it ends. */
  async next(): Promise<string | null> {
    const { clock } = this.#options;
    const piece = await this.#read();
    if (piece === null) return null;
    this.#quietSince = clock.monotonicMs();
    return piece;
  }

  async #read(): Promise<string | null> {
    const { log, clock } = this.#options;
    if (this.#greeting !== null) {
      const greeting = this.#greeting;
      this.#greeting = null;
      return greeting;
    }
    while (await this.#mayRead()) {
      if (!log.covers(this.#after)) {
        this.#after = log.last;
        return this.#control("reset");
      }
      const piece = this.#nextPiece();
      if (piece !== null) return piece;
      if (this.#isFinishing) {
        this.close();
        break;
      }
      const quietMs = this.#quietSince + QUIET_MS - clock.monotonicMs();
      if (quietMs <= 0) return ": quiet\n\n";
      const bareMs = this.#bareMs + BARE_EVERY_MS - clock.monotonicMs();
      await this.#sleep(bareMs > 0 ? Math.min(bareMs, quietMs) : quietMs);
    }
    return null;
  }

  /** The next piece that can be sent now; `null` where there is none. */
  #nextPiece(): string | null {
    const { log, topics, clock, isBare } = this.#options;
    if (!isBare) {
      const event = log.next(this.#after, topics);
      this.#after = event?.seq ?? log.last;
      return event && `id: ${this.#id()}\nevent: ${event.topic}\ndata: ${event.data}\n\n`;
    }
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#bareMs < BARE_EVERY_MS && !this.#isFinishing) return null;
    const changed = [...log.topicsAfter(this.#after)].filter((topic) => topics.has(topic));
    this.#after = log.last;
    if (changed.length === 0) return null;
    this.#bareMs = nowMs;
    return changed.map((topic) => `id: ${this.#id()}\nevent: ${topic}\ndata: {}\n\n`).join("");
  }

  async #mayRead(): Promise<boolean> {
    const nowMs = this.#options.clock.monotonicMs();
    if (!this.#closed && nowMs - this.#checkedMs >= CHECKED_EVERY_MS) {
      this.#checkedMs = nowMs;
      // A failed check counts as no: the client connects again.
      if (!(await this.#options.isLive().catch(() => false))) this.close();
    }
    return !this.#closed;
  }

  #sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.setTimer(() => this.wake(), delayMs, { background: true });
      this.#wake = () => {
        this.#wake = null;
        timer.cancel();
        resolve();
      };
    });
  }

  #control(event: "ready" | "reset"): string {
    return `id: ${this.#id()}\nevent: ${event}\ndata: {}\n\n`;
  }

  #id(): string {
    return eventId(this.#options.era, this.#after);
  }

  /** The place an id names in our log, `null` where it is none of ours or too old. */
  #placeOf(eventId: string | undefined): number | null {
    const { era, log } = this.#options;
    const seq = eventId?.startsWith(`${era}.`) ? eventId.slice(era.length + 1) : "";
    return /^\d{1,15}$/.test(seq) && log.covers(Number(seq)) ? Number(seq) : null;
  }
}

/** The place of an event in the log of an era. */
export function eventId(era: string, seq: number): string {
  return `${era}.${seq}`;
}

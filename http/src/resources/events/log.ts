import type { EventTopic } from "./topic.ts";

/** An event as it goes over the wire; `seq` counts from 1 without gaps. */
export interface LoggedEvent {
  readonly seq: number;
  readonly topic: EventTopic;
  readonly data: string;
}

export interface EventLogLimits {
  /** @default 1000 */
  readonly maxEvents?: number;
  /** The size of their data together. @default 4 Mi */
  readonly maxCharacters?: number;
}

/** The latest events, shared by all clients: each reads at its own pace, and old events are dropped for all. */
export class EventLog {
  readonly #maxEvents: number;
  readonly #maxCharacters: number;
  #events: LoggedEvent[] = [];
  #dropped = 0;
  #characters = 0;

  constructor({ maxEvents = 1000, maxCharacters = 4 * 1024 * 1024 }: EventLogLimits = {}) {
    this.#maxEvents = maxEvents;
    this.#maxCharacters = maxCharacters;
  }

  /** The number of the latest event; 0 before the first. */
  get last(): number {
    return this.#dropped + this.#events.length;
  }

  append(topic: EventTopic, data: string): void {
    this.#events.push({ seq: this.last + 1, topic, data });
    this.#characters += data.length;
    while (this.#events.length > this.#maxEvents || this.#characters > this.#maxCharacters) {
      this.#characters -= this.#events.shift()?.data.length ?? 0;
      this.#dropped += 1;
    }
  }

  /** Whether everything after this number is still here. */
  covers(seq: number): boolean {
    return seq >= this.#dropped && seq <= this.last;
  }

  /** The topics that have events after this number. */
  topicsAfter(after: number): ReadonlySet<EventTopic> {
    return new Set(this.#events.slice(after - this.#dropped).map(({ topic }) => topic));
  }

  /** The first event after this number on one of the topics. */
  next(after: number, topics: ReadonlySet<EventTopic>): LoggedEvent | null {
    for (let index = after - this.#dropped; index < this.#events.length; index += 1) {
      const event = this.#events[index];
      if (event && topics.has(event.topic)) return event;
    }
    return null;
  }
}

import { type Clock, type EventHandler, type MoEvent, truncateText } from "@mojob/core/ports";
import { startHeartbeat } from "@mojob/temporal-link";
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { DeliveryActivities } from "./delivery.ts";
import { SubscriberSlots } from "./subscriber-slots.ts";

const MAX_MESSAGE_BYTES = 4096;
const HEARTBEATS_PER_TIMEOUT = 3;
/** An event handed to a subscriber that has left goes to another one at once. */
const HAND_ON_AFTER_MS = 1;

export interface SubscriberOptions {
  readonly handler: EventHandler;
  readonly capacity: () => number;
  readonly clock: Clock;
  readonly heartbeatTimeoutMs: number;
  readonly maxDeliveries: number;
  /** Called with an event that failed for the last time. */
  readonly onGivenUp: (error: unknown, events: readonly MoEvent[]) => void;
}

/** Hands the events of one subscription to its handler, as long as it is subscribed and has capacity. */
export class Subscriber {
  readonly slots: SubscriberSlots;
  readonly activities: DeliveryActivities;
  readonly #options: SubscriberOptions;
  readonly #left = new AbortController();
  #handling = 0;

  constructor(options: SubscriberOptions) {
    this.#options = options;
    this.slots = new SubscriberSlots(options.capacity);
    this.activities = { deliverEvent: (event) => this.#deliver(event) };
  }

  get isHandling(): boolean {
    return this.#handling > 0;
  }

  /** Hands nothing more to the handler. */
  leave(): void {
    this.#left.abort();
  }

  async #deliver(event: MoEvent): Promise<void> {
    const { clock, heartbeatTimeoutMs } = this.#options;
    const context = Context.current();
    const { signal } = this.#left;
    const everyMs = heartbeatTimeoutMs / HEARTBEATS_PER_TIMEOUT;
    const stopHeartbeat = startHeartbeat(context, { clock, everyMs });
    try {
      // It may have had a free place when it polled and have none any more.
      while (!signal.aborted && !this.slots.hasFree) await this.slots.change(signal);
      if (signal.aborted) throw handOn();
      await this.#handle(event, context.info.attempt);
    } finally {
      stopHeartbeat();
    }
  }

  async #handle(event: MoEvent, delivery: number): Promise<void> {
    this.#handling += 1;
    try {
      await this.#hand(event);
    } catch (error) {
      if (delivery >= this.#options.maxDeliveries) this.#options.onGivenUp(error, [event]);
      throw toFailure(error);
    } finally {
      this.#handling -= 1;
    }
  }

  #hand(event: MoEvent): unknown {
    try {
      return this.#options.handler([event]);
    } finally {
      this.slots.spend();
    }
  }
}

function handOn(): ApplicationFailure {
  return ApplicationFailure.create({
    message: "The subscriber left before it took the event",
    type: "SubscriberLeft",
    nextRetryDelay: HAND_ON_AFTER_MS,
  });
}

/** The part of a handler's error that is kept with the workflow: no more than a payload may hold. */
function toFailure(error: unknown): ApplicationFailure {
  const message = truncateText(error instanceof Error ? error.message : String(error), MAX_MESSAGE_BYTES);
  return ApplicationFailure.create({ message, type: error instanceof Error ? error.name : "Error" });
}

import { type Clock, type EventHandler, type MoEvent, type Timer, truncateText } from "@mojob/core";
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { DeliveryActivities } from "./delivery.ts";
import { Room } from "./room.ts";

const MAX_MESSAGE_BYTES = 4096;
/** What a member that has left was handed goes to another at once. */
const HAND_ON_AFTER_MS = 1;

export interface MemberOptions {
  readonly handler: EventHandler;
  readonly capacity: () => number;
  readonly clock: Clock;
  readonly heartbeatTimeoutMs: number;
  readonly maxDeliveries: number;
  /** Told of an event that failed for the last time. */
  readonly onGivenUp: (error: unknown, events: readonly MoEvent[]) => void;
}

/** Hands the events of one subscription to its handler, while it is there and has room. */
export class Member {
  readonly room: Room;
  readonly activities: DeliveryActivities;
  readonly #options: MemberOptions;
  readonly #left = new AbortController();
  #handling = 0;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.room = new Room(options.capacity);
    this.activities = { deliverEvent: (event) => this.#deliver(event) };
  }

  get isHandling(): boolean {
    return this.#handling > 0;
  }

  /** Hands nothing to the handler any more. */
  leave(): void {
    this.#left.abort();
  }

  async #deliver(event: MoEvent): Promise<void> {
    const context = Context.current();
    const { signal } = this.#left;
    const stopBeating = this.#beat(context);
    try {
      // It may have had room when it asked and have none any more.
      while (!signal.aborted && !this.room.isThere) await this.room.change(signal);
      if (signal.aborted) throw handOn();
      await this.#handle(event, context.info.attempt);
    } finally {
      stopBeating();
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

  #hand(event: MoEvent): void | Promise<void> {
    try {
      return this.#options.handler([event]);
    } finally {
      this.room.spend();
    }
  }

  /** Says that the handler's process is there, until it is told to stop. */
  #beat(context: Context): () => void {
    const { clock, heartbeatTimeoutMs } = this.#options;
    let timer: Timer;
    const next = (): void => {
      timer = clock.setTimer(beat, heartbeatTimeoutMs / 3, { background: true });
    };
    const beat = (): void => {
      context.heartbeat();
      next();
    };
    next();
    return () => timer.cancel();
  }
}

function handOn(): ApplicationFailure {
  return ApplicationFailure.create({
    message: "The member left before it took the event",
    type: "MemberLeft",
    nextRetryDelay: HAND_ON_AFTER_MS,
  });
}

/** What is kept of a handler's error with the workflow: no more than a payload may hold. */
function toFailure(error: unknown): ApplicationFailure {
  const message = truncateText(error instanceof Error ? error.message : String(error), MAX_MESSAGE_BYTES);
  return ApplicationFailure.create({ message, type: error instanceof Error ? error.name : "Error" });
}

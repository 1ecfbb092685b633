import type { MoEvent } from "@mojob/core/ports";

/** The input of one workflow, which delivers each of the events to one worker of the task queue. */
export interface Delivery {
  readonly topic: string;
  readonly queue: string;
  readonly events: readonly MoEvent[];
  readonly limits: DeliveryLimits;
}

/** Written into the workflow when it is started, so that a replay sees what the first execution saw. */
export interface DeliveryLimits {
  /** How long an event may wait for a subscriber to take it. */
  readonly waitMs: number;
  /** How long a handler may take; one that dies is noticed by its heartbeat. */
  readonly handlerTimeoutMs: number;
  readonly heartbeatTimeoutMs: number;
  readonly redeliveryDelayMs: number;
  readonly maxDeliveries: number;
}

/** The activities of a subscriber. */
export interface DeliveryActivities {
  /** Hands an event to the subscriber's handler. */
  deliverEvent(event: MoEvent, topic: string): Promise<void>;
}

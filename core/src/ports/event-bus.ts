import type { JsonValue } from "../base/json.ts";

/** Delivers events between the parts (seed row M17): at least once, so handlers are idempotent by `id`. */
export interface IMoEventBus {
  /** Resolves when the bus has taken the events; the subscribers' work goes on. */
  publish(topic: string, events: readonly MoEvent[], options?: PublishOptions): Promise<void>;
  /**
   * Members of one `group` share the topic's events, each going to one member; what no member is there for waits.
   * Without a group every subscriber gets every event published while it is subscribed.
   */
  subscribe(topic: string, handler: EventHandler, options?: SubscribeOptions): Promise<EventSubscription>;
  close(): Promise<void>;
}

export interface MoEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: JsonValue;
  /** 1 (first) to 5 (last), where events wait. @default 3 */
  readonly priority?: number;
}

export interface PublishOptions {
  /**
   * Whether the events are for those alone that are subscribed now: a bus may drop them where nobody is. Else what nobody
   * takes would be kept for a group that may never come. @default false
   */
  readonly isTransient?: boolean;
}

/**
 * Takes what is delivered together; a promise is waited for. Rejecting asks for another delivery. What it resolves to is the
 * reply, on a bus that carries replies.
 */
export type EventHandler = (events: readonly MoEvent[]) => unknown;

export interface SubscribeOptions {
  /** Competes with the other members of this name. @default none: every subscriber gets every event */
  readonly group?: string;
  /** How many more events the member takes now; asked before each delivery. At 0 it gets none until `resume()`. @default unlimited */
  readonly capacity?: () => number;
}

export interface EventSubscription {
  /** Says that `capacity` has grown. */
  resume(): void;
  /** Delivers nothing more; what is being handled goes on. */
  close(): Promise<void>;
}

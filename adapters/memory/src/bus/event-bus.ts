import {
  type Clock,
  type EventHandler,
  type EventSubscription,
  type IMoEventBus,
  type MoEvent,
  MoJobError,
  MoJobErrorCode,
  type PublishOptions,
  type SubscribeOptions,
  systemClock,
} from "@mojob/core/ports";
import { EventGroup, type GroupMember } from "./event-group.ts";

export interface EventBusInMemoryOptions {
  /** Waits between deliveries. @default the system's */
  readonly clock?: Clock;
  /** Wait before events whose handler failed are delivered again. @default 1000 */
  readonly redeliveryDelayMs?: number;
  /** Deliveries of one event before it is given up. @default 5 */
  readonly maxDeliveries?: number;
  /** Called with events that are given up, and why. @default ignored */
  readonly onError?: (error: unknown, topic: string, events: readonly MoEvent[]) => void;
}

interface Topic {
  readonly name: string;
  /** By name; a group outlives its members, so that what is published meanwhile waits. */
  readonly groups: Map<string, EventGroup>;
  readonly broadcast: Set<EventGroup>;
  /** The events that were published before the first subscriber; `null` from then on. */
  unclaimed: MoEvent[] | null;
}

/**
 * Delivers events inside this process (seed row M17); handlers run in a microtask after `publish()`, never within it.
 *
 * Events published before a topic has any subscriber wait for it and go to the first group; a subscriber without a
 * group gets none of them.
 */
export class EventBusInMemory implements IMoEventBus {
  readonly #options: Required<EventBusInMemoryOptions>;
  readonly #topics = new Map<string, Topic>();
  #closed = false;

  constructor(options: EventBusInMemoryOptions = {}) {
    this.#options = {
      clock: options.clock ?? systemClock,
      redeliveryDelayMs: options.redeliveryDelayMs ?? 1000,
      maxDeliveries: options.maxDeliveries ?? 5,
      onError: options.onError ?? (() => {}),
    };
  }

  async publish(
    topic: string,
    events: readonly MoEvent[],
    { isTransient = false }: PublishOptions = {},
  ): Promise<void> {
    this.#assertOpen();
    const { groups, broadcast, unclaimed } = this.#topic(topic);
    if (unclaimed && !isTransient) for (const event of events) unclaimed.push(event);
    for (const group of groups.values()) if (!isTransient || group.hasMembers) group.add(events);
    for (const group of broadcast) group.add(events);
  }

  async subscribe(
    topic: string,
    handler: EventHandler,
    options: SubscribeOptions = {},
  ): Promise<EventSubscription> {
    this.#assertOpen();
    const member: GroupMember = { handler, capacity: options.capacity ?? (() => Infinity) };
    const found = this.#topic(topic);
    const subscription =
      options.group === undefined
        ? this.#joinAlone(found, member)
        : this.#joinGroup(found, options.group, member);
    found.unclaimed = null;
    return subscription;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { groups, broadcast } of this.#topics.values()) {
      for (const group of [...groups.values(), ...broadcast]) group.close();
    }
    this.#topics.clear();
  }

  #joinAlone(topic: Topic, member: GroupMember): EventSubscription {
    const group = this.#createGroup(topic.name);
    topic.broadcast.add(group);
    group.join(member);
    return {
      resume: () => group.wake(),
      close: async () => {
        topic.broadcast.delete(group);
        group.close();
      },
    };
  }

  #joinGroup(topic: Topic, name: string, member: GroupMember): EventSubscription {
    const group = topic.groups.get(name) ?? this.#createGroup(topic.name);
    topic.groups.set(name, group);
    group.add(topic.unclaimed ?? []);
    group.join(member);
    return {
      resume: () => group.wake(),
      close: async () => group.leave(member),
    };
  }

  #createGroup(topic: string): EventGroup {
    const { clock, redeliveryDelayMs, maxDeliveries, onError } = this.#options;
    return new EventGroup({
      clock,
      redeliveryDelayMs,
      maxDeliveries,
      onGivenUp: (error, events) => onError(error, topic, events),
    });
  }

  #topic(name: string): Topic {
    let topic = this.#topics.get(name);
    if (!topic) {
      topic = { name, groups: new Map(), broadcast: new Set(), unclaimed: [] };
      this.#topics.set(name, topic);
    }
    return topic;
  }

  #assertOpen(): void {
    if (!this.#closed) return;
    throw new MoJobError(
      MoJobErrorCode.ShuttingDown,
      "Cannot use the event bus: it was closed; open a new one",
    );
  }
}

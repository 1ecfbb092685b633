import { type Clock, type EventHandler, type MoEvent, PriorityQueue, type Timer } from "@mojob/core/ports";

export interface EventGroupOptions {
  readonly clock: Clock;
  readonly redeliveryDelayMs: number;
  readonly maxDeliveries: number;
  /** Called with events that are given up. */
  readonly onGivenUp: (error: unknown, events: readonly MoEvent[]) => void;
}

export interface GroupMember {
  readonly handler: EventHandler;
  /** Asked before each delivery; may be infinite. */
  readonly capacity: () => number;
}

/** Subscribers that share events, each going to one of them; a subscriber by itself is a group of one. */
export class EventGroup {
  readonly #options: EventGroupOptions;
  readonly #queue = new PriorityQueue<MoEvent>();
  /** In turn: who got events last comes last. */
  #members: GroupMember[] = [];
  /** Failed deliveries of an event so far; without an entry there was none. */
  readonly #failures = new WeakMap<MoEvent, number>();
  readonly #redeliveries = new Set<Timer>();
  #deliveryQueued = false;
  #closed = false;

  constructor(options: EventGroupOptions) {
    this.#options = options;
  }

  get hasMembers(): boolean {
    return this.#members.length > 0;
  }

  /** Takes events for a later turn; no handler runs within the call. */
  add(events: Iterable<MoEvent>): void {
    if (this.#closed) return;
    for (const event of events) this.#queue.add(event);
    this.wake();
  }

  join(member: GroupMember): void {
    this.#members.push(member);
    this.wake();
  }

  leave(member: GroupMember): void {
    this.#members = this.#members.filter((other) => other !== member);
  }

  /** Looks again, in a microtask, for members that take waiting events. */
  wake(): void {
    if (this.#deliveryQueued || this.#queue.size === 0 || this.#members.length === 0) return;
    this.#deliveryQueued = true;
    queueMicrotask(() => {
      this.#deliveryQueued = false;
      this.#deliver();
    });
  }

  /** Drops the waiting events. */
  close(): void {
    this.#closed = true;
    this.#members = [];
    for (const timer of this.#redeliveries) timer.cancel();
    this.#redeliveries.clear();
    this.#queue.take(Infinity);
  }

  #deliver(): void {
    for (let delivered = true; delivered;) {
      delivered = false;
      const turn = this.#members;
      for (const [index, member] of turn.entries()) {
        if (this.#queue.size === 0) return;
        if (!this.#members.includes(member)) continue;
        // Waiting events are shared out evenly over the members that have not had theirs yet.
        const share = Math.ceil(this.#queue.size / (turn.length - index));
        const count = Math.min(this.#capacityOf(member), share);
        if (!(count >= 1)) continue;
        this.#members = [...this.#members.filter((other) => other !== member), member];
        this.#hand(member, this.#queue.take(Math.floor(count)));
        delivered = true;
      }
    }
  }

  #capacityOf(member: GroupMember): number {
    try {
      return member.capacity();
    } catch {
      return 0;
    }
  }

  #hand(member: GroupMember, events: readonly MoEvent[]): void {
    try {
      const handled = member.handler(events);
      if (handled === undefined) return;
      Promise.resolve(handled).catch((error: unknown) => this.#failed(error, events));
    } catch (error) {
      this.#failed(error, events);
    }
  }

  #failed(error: unknown, events: readonly MoEvent[]): void {
    if (this.#closed) return;
    const { clock, redeliveryDelayMs, maxDeliveries, onGivenUp } = this.#options;
    const again: MoEvent[] = [];
    const givenUp: MoEvent[] = [];
    for (const event of events) {
      const failures = (this.#failures.get(event) ?? 0) + 1;
      this.#failures.set(event, failures);
      (failures < maxDeliveries ? again : givenUp).push(event);
    }
    if (givenUp.length > 0) onGivenUp(error, givenUp);
    if (again.length === 0) return;
    const timer = clock.setTimer(() => {
      this.#redeliveries.delete(timer);
      this.add(again);
    }, redeliveryDelayMs);
    this.#redeliveries.add(timer);
  }
}

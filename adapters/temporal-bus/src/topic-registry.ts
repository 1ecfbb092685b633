import type { IMoStateStore } from "@mojob/core/ports";

export interface TopicRegistryOptions {
  readonly state: IMoStateStore;
  /** The bus's. */
  readonly name: string;
  readonly subscriberLifetimeMs: number;
  readonly keepMs: number;
}

export interface Target {
  readonly queue: string;
  /** Whether it is one subscriber's own, so that no other takes its events. */
  readonly isOwn: boolean;
}

/**
 * Keeps the subscriptions of a topic in the state store, and so the task queues its events go to.
 *
 * The first group of a topic has the topic's own queue: events that were published before any subscription wait there.
 */
export class TopicRegistry {
  readonly #options: TopicRegistryOptions;

  constructor(options: TopicRegistryOptions) {
    this.#options = options;
  }

  /** Where an event of the topic goes now. */
  async targetsOf(topic: string): Promise<readonly Target[]> {
    const prefix = this.#prefix(topic);
    const targets: Target[] = [];
    let isClaimed = false;
    for (const { key, value } of await this.#options.state.list(prefix)) {
      const kind = key.slice(prefix.length).split("/")[0];
      if (kind === "group" || kind === "broadcast") isClaimed = true;
      if ((kind === "group" || kind === "subscriber") && typeof value === "string")
        targets.push({ queue: value, isOwn: kind === "subscriber" });
    }
    // Where every subscriber so far had no group, no later one takes the waiting events.
    return isClaimed ? targets : [{ queue: this.#queue(topic), isOwn: false }];
  }

  /** Whether a group or a subscriber without one is known. */
  async hasSubscribers(topic: string): Promise<boolean> {
    const prefix = this.#prefix(topic);
    const entries = await this.#options.state.list(prefix);
    return entries.some(({ key }) => /^(group|subscriber)\//.test(key.slice(prefix.length)));
  }

  /** Adds the group to the topic; resolves to its task queue. */
  async joinGroup(topic: string, group: string): Promise<string> {
    const { state, keepMs } = this.#options;
    const key = this.#groupKey(topic, group);
    const known = await state.get(key);
    if (typeof known?.value === "string") return known.value;
    const firstKey = `${this.#prefix(topic)}first`;
    const isFirst =
      (await state.compareAndSet(firstKey, null, group)) !== null ||
      (await state.get(firstKey))?.value === group;
    const queue = isFirst ? this.#queue(topic) : `${this.#queue(topic)}/${encodeURIComponent(group)}`;
    await state.set(key, queue, { ttlMs: keepMs });
    return queue;
  }

  /** Keeps the group known. */
  async keepGroup(topic: string, group: string, queue: string): Promise<void> {
    await this.#options.state.set(this.#groupKey(topic, group), queue, { ttlMs: this.#options.keepMs });
  }

  /** The task queue of a subscriber without a group. */
  subscriberQueue(topic: string, id: string): string {
    return `${this.#queue(topic)}/subscriber/${id}`;
  }

  /** Makes a subscriber without a group a target until it is silent for its lifetime. */
  async keepSubscriber(topic: string, id: string): Promise<void> {
    const { state, subscriberLifetimeMs } = this.#options;
    const prefix = this.#prefix(topic);
    await state.set(`${prefix}subscriber/${id}`, this.subscriberQueue(topic, id), {
      ttlMs: subscriberLifetimeMs,
    });
  }

  /** Remembers that the topic has had a subscriber without a group. */
  async markBroadcast(topic: string): Promise<void> {
    await this.#options.state.set(`${this.#prefix(topic)}broadcast`, true);
  }

  async removeSubscriber(topic: string, id: string): Promise<void> {
    await this.#options.state.delete(`${this.#prefix(topic)}subscriber/${id}`);
  }

  #groupKey(topic: string, group: string): string {
    return `${this.#prefix(topic)}group/${encodeURIComponent(group)}`;
  }

  #prefix(topic: string): string {
    return `${this.#options.name}/${encodeURIComponent(topic)}/`;
  }

  #queue(topic: string): string {
    return `${this.#options.name}/${encodeURIComponent(topic)}`;
  }
}

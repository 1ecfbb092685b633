import type { IMoStateStore } from "@mojob/core";

export interface TopicRegistryOptions {
  readonly state: IMoStateStore;
  /** The bus's. */
  readonly name: string;
  readonly memberLifetimeMs: number;
  readonly keepMs: number;
}

export interface Target {
  readonly queue: string;
  /** Whether it is one subscriber's own, to which nobody comes when it is gone. */
  readonly isMember: boolean;
}

/**
 * Remembers in the state store who listens to a topic, and so to which task queues its events go.
 *
 * The first group of a topic listens on the topic's own queue: there waits what was published before anybody was there.
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
      if ((kind === "group" || kind === "member") && typeof value === "string")
        targets.push({ queue: value, isMember: kind === "member" });
    }
    // Where all that ever listened did so without a group, nobody will come for what waits.
    return isClaimed ? targets : [{ queue: this.#queue(topic), isMember: false }];
  }

  /** Makes the group one the topic knows; answers its task queue. */
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
  memberQueue(topic: string, id: string): string {
    return `${this.#queue(topic)}/member/${id}`;
  }

  /** Makes a subscriber without a group a target until it is silent for its lifetime. */
  async keepMember(topic: string, id: string): Promise<void> {
    const { state, memberLifetimeMs } = this.#options;
    const prefix = this.#prefix(topic);
    await state.set(`${prefix}member/${id}`, this.memberQueue(topic, id), { ttlMs: memberLifetimeMs });
  }

  /** Remembers that the topic has had a subscriber without a group. */
  async markBroadcast(topic: string): Promise<void> {
    await this.#options.state.set(`${this.#prefix(topic)}broadcast`, true);
  }

  async removeMember(topic: string, id: string): Promise<void> {
    await this.#options.state.delete(`${this.#prefix(topic)}member/${id}`);
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

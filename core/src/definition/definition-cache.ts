import type { EventSubscription, IMoEventBus, MoEvent } from "../ports/event-bus.ts";
import type { IMoDefinitionStore } from "../ports/metadata-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { JobDefinition } from "./job-definition.ts";

/** Told to every control plane and worker when stored definitions have changed (seed row M18). */
export interface JobDefinitionsChangedEvent extends MoEvent {
  readonly type: "JobDefinitionsChanged";
  readonly payload: {
    readonly tenant: string;
    readonly changes: readonly { readonly key: string; readonly revision: number }[];
  };
}

export function definitionsTopic(tenant: string): string {
  return `mojob.${tenant}.definitions`;
}

export interface JobDefinitionCacheOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly state: IMoStateStore;
  readonly bus: IMoEventBus;
  /** Makes the ids of the events. */
  readonly createId: () => string;
}

/**
 * Holds definitions in memory and never answers one that an acknowledged edit has replaced (seed row M18).
 *
 * `save` writes the store, leaves the new revision under the job's pending key in the state store and publishes
 * `JobDefinitionsChangedEvent`. A reader compares the pending revisions with its own before it answers and reloads
 * exactly the keys that are behind; since nothing is cleared, any number of readers can do so. The event only makes a
 * sleeping reader look earlier.
 */
export class JobDefinitionCache {
  readonly #options: JobDefinitionCacheOptions;
  readonly #prefix: string;
  readonly #known = new Map<string, JobDefinition>();
  readonly #listeners = new Set<(keys: readonly string[]) => void>();
  #loaded = false;

  constructor(options: JobDefinitionCacheOptions) {
    this.#options = options;
    this.#prefix = `mojob/${options.tenant}/pending/`;
  }

  /** The definition in force; `null` for an unknown key. */
  async get(key: string): Promise<JobDefinition | null> {
    return (await this.getMany([key])).get(key) ?? null;
  }

  /** The definitions in force of those keys that exist. */
  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, JobDefinition>> {
    const pending = await this.#options.state.getMany(keys.map((key) => this.#prefix + key));
    await this.#reload(keys.filter((key) => this.#isBehind(key, pending.get(this.#prefix + key)?.value)));
    const found = new Map<string, JobDefinition>();
    for (const key of keys) {
      const definition = this.#known.get(key);
      if (definition !== undefined) found.set(key, definition);
    }
    return found;
  }

  /** Every definition in force. */
  async getAll(): Promise<readonly JobDefinition[]> {
    if (!this.#loaded) {
      await this.#reloadAll();
      this.#loaded = true;
    }
    const pending = await this.#options.state.list(this.#prefix);
    const keys = pending.map(({ key, value }) => ({ key: key.slice(this.#prefix.length), value }));
    await this.#reload(keys.filter(({ key, value }) => this.#isBehind(key, value)).map(({ key }) => key));
    return [...this.#known.values()];
  }

  /** Writes the definition if the stored revision is still `expectedRevision`; resolves to whether it was. */
  async save(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const saved = await this.#options.store.replace(definition, expectedRevision);
    if (saved) await this.announce([definition]);
    else await this.#reload([definition.key]);
    return saved;
  }

  /** Marks definitions as changed for every reader; what registration wrote is announced by it. */
  async announce(definitions: readonly JobDefinition[]): Promise<void> {
    const { state, bus, tenant, createId } = this.#options;
    for (const definition of definitions) {
      await state.set(this.#prefix + definition.key, definition.revision);
      this.#remember(definition);
    }
    if (definitions.length === 0) return;
    const changes = definitions.map(({ key, revision }) => ({ key, revision }));
    const event: JobDefinitionsChangedEvent = {
      id: createId(),
      type: "JobDefinitionsChanged",
      payload: { tenant, changes },
    };
    this.#tell(changes.map(({ key }) => key));
    await bus.publish(definitionsTopic(tenant), [event]);
  }

  /** Hears of changes made elsewhere; what is behind is loaded anew before it is used. */
  subscribe(): Promise<EventSubscription> {
    return this.#options.bus.subscribe(definitionsTopic(this.#options.tenant), async (events) => {
      const changes = (events as readonly JobDefinitionsChangedEvent[]).flatMap(
        ({ payload }) => payload.changes,
      );
      const behind = changes
        .filter(({ key, revision }) => this.#isBehind(key, revision))
        .map(({ key }) => key);
      if (behind.length === 0) return;
      await this.#reload(behind);
      this.#tell(behind);
    });
  }

  /** Calls back with the keys whenever definitions may have changed; answers how to stop. */
  onChange(listener: (keys: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #isBehind(key: string, pendingRevision: unknown): boolean {
    const known = this.#known.get(key);
    return known === undefined || (typeof pendingRevision === "number" && pendingRevision > known.revision);
  }

  async #reload(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    for (const definition of await this.#options.store.getMany(this.#options.tenant, keys))
      this.#remember(definition);
  }

  async #reloadAll(): Promise<void> {
    for (const definition of await this.#options.store.getAll(this.#options.tenant))
      this.#remember(definition);
  }

  /** Keeps the newer one: two loads may come back in either order. */
  #remember(definition: JobDefinition): void {
    const known = this.#known.get(definition.key);
    if (known === undefined || known.revision <= definition.revision)
      this.#known.set(definition.key, definition);
  }

  #tell(keys: readonly string[]): void {
    for (const listener of this.#listeners) listener(keys);
  }
}

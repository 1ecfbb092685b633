import { GroupCommit } from "../base/group-commit.ts";
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
  /** Hears of an event that could not be published. */
  readonly onError: (error: unknown) => void;
}

/**
 * Holds definitions in memory and never answers one that an acknowledged edit has replaced (seed row M18).
 *
 * `save` writes the store, marks the job's pending key in the state store and publishes `JobDefinitionsChangedEvent`.
 * Each mark gives the key a new version; a reader compares it with the one it last loaded under and reloads exactly the
 * keys that differ before it answers. Since nothing is cleared, any number of readers can do so, and marking once too
 * often costs a reload and nothing else. One key of the tenant is written after each mark: where it is as it was, no mark
 * is new, and a reader need not look at them one by one. The event only makes a sleeping reader look earlier.
 */
export class JobDefinitionCache {
  readonly #options: JobDefinitionCacheOptions;
  readonly #prefix: string;
  readonly #lastMarkKey: string;
  readonly #known = new Map<string, JobDefinition>();
  /** The version of the pending key each definition was loaded under. */
  readonly #loadedAt = new Map<string, number | undefined>();
  /** The version of the last mark's key when the definition was last compared with its own. */
  readonly #comparedAt = new Map<string, number>();
  readonly #listeners = new Set<(keys: readonly string[]) => void>();
  /** Who asks while marks are read shares the next read, which begins after the question: it misses no mark of before. */
  readonly #reads: GroupCommit<readonly string[], readonly string[]>;
  /** The same for all of them together; `null` before they were ever read. */
  #allComparedAt: number | null = null;

  constructor(options: JobDefinitionCacheOptions) {
    this.#options = options;
    this.#prefix = `mojob/${options.tenant}/pending/`;
    this.#lastMarkKey = `mojob/${options.tenant}/pending`;
    this.#reads = new GroupCommit((asked) => this.#refreshAll(asked));
  }

  /** The definition in force; `null` for an unknown key. */
  async get(key: string): Promise<JobDefinition | null> {
    return (await this.getMany([key])).get(key) ?? null;
  }

  /** The definitions in force of those keys that exist. */
  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, JobDefinition>> {
    await this.#refresh(keys);
    const found = new Map<string, JobDefinition>();
    for (const key of keys) {
      const definition = this.#known.get(key);
      if (definition !== undefined) found.set(key, definition);
    }
    return found;
  }

  /**
   * Another one after every acknowledged change of any definition: whoever plans with many asks it instead of each. Read
   * before the marks: what is marked meanwhile is then looked at once more.
   */
  async version(): Promise<number> {
    return (await this.#options.state.get(this.#lastMarkKey))?.version ?? 0;
  }

  /** Every definition in force. */
  async getAll(): Promise<readonly JobDefinition[]> {
    const { state, store, tenant } = this.#options;
    const lastMark = await this.version();
    if (this.#allComparedAt === lastMark) return [...this.#known.values()];
    const marks = new Map<string, number>();
    for (const { key, version } of await state.list(this.#prefix))
      marks.set(key.slice(this.#prefix.length), version);
    if (this.#allComparedAt === null) {
      this.#remember(await store.getAll(tenant), marks);
    } else {
      await this.#reload(
        [...marks.keys()].filter((key) => this.#isBehind(key, marks.get(key))),
        marks,
      );
    }
    this.#allComparedAt = lastMark;
    return [...this.#known.values()];
  }

  /** Writes the definition if the stored revision is still `expectedRevision`; resolves to whether it was. */
  async save(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const { store, tenant } = this.#options;
    const saved = await store.replace(definition, expectedRevision);
    // Whoever was faster may have failed to say so; saying it twice is harmless.
    await this.announce(saved ? [definition] : await store.getMany(tenant, [definition.key]));
    return saved;
  }

  /** Announces those of the stored definitions that are not what this cache knows: new, or said anew by their code. */
  async announceNew(stored: readonly JobDefinition[]): Promise<void> {
    await this.announce(stored.filter((definition) => !isSame(this.#known.get(definition.key), definition)));
  }

  /** Marks definitions as changed for every reader. */
  async announce(definitions: readonly JobDefinition[]): Promise<void> {
    if (definitions.length === 0) return;
    const { state, bus, tenant, createId, onError } = this.#options;
    await Promise.all(definitions.map(({ key, revision }) => state.set(this.#prefix + key, revision)));
    // After the marks: whoever sees it finds them.
    await state.set(this.#lastMarkKey, null);
    // Known at once, but still to be loaded: another's mark may have come between the write and this one.
    this.#remember(definitions, null);
    const changes = definitions.map(({ key, revision }) => ({ key, revision }));
    const event: JobDefinitionsChangedEvent = {
      id: createId(),
      type: "JobDefinitionsChanged",
      payload: { tenant, changes },
    };
    this.#tell(changes.map(({ key }) => key));
    // The mark is what readers go by: without the event they only look later.
    await bus.publish(definitionsTopic(tenant), [event]).catch(onError);
  }

  /** Hears of changes made elsewhere; what is behind is loaded anew before it is used. */
  subscribe(): Promise<EventSubscription> {
    return this.#options.bus.subscribe(definitionsTopic(this.#options.tenant), async (events) => {
      const changed = (events as readonly JobDefinitionsChangedEvent[]).flatMap(({ payload }) =>
        payload.changes.map(({ key }) => key),
      );
      const reloaded = await this.#refresh([...new Set(changed)]);
      if (reloaded.length > 0) this.#tell(reloaded);
    });
  }

  /** Calls back with the keys whenever definitions may have changed; answers how to stop. */
  onChange(listener: (keys: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reloads those of the keys that are behind; answers which. */
  #refresh(keys: readonly string[]): Promise<readonly string[]> {
    return this.#reads.submit(keys);
  }

  async #refreshAll(asked: readonly (readonly string[])[]): Promise<readonly (readonly string[])[]> {
    const lastMark = await this.version();
    const unsure = [...new Set(asked.flat())].filter(
      (key) => !this.#known.has(key) || this.#comparedAt.get(key) !== lastMark,
    );
    if (unsure.length === 0) return asked.map(() => []);
    const entries = await this.#options.state.getMany(unsure.map((key) => this.#prefix + key));
    const marks = new Map<string, number>();
    for (const key of unsure) {
      const entry = entries.get(this.#prefix + key);
      if (entry !== undefined) marks.set(key, entry.version);
    }
    const behind = new Set(unsure.filter((key) => this.#isBehind(key, marks.get(key))));
    await this.#reload([...behind], marks);
    for (const key of unsure) this.#comparedAt.set(key, lastMark);
    return asked.map((some) => some.filter((key) => behind.has(key)));
  }

  #isBehind(key: string, mark: number | undefined): boolean {
    return !this.#known.has(key) || mark !== this.#loadedAt.get(key);
  }

  /** The marks were read before: what is loaded now is at least as new. */
  async #reload(keys: readonly string[], marks: ReadonlyMap<string, number>): Promise<void> {
    if (keys.length === 0) return;
    this.#remember(await this.#options.store.getMany(this.#options.tenant, keys), marks);
  }

  /** Keeps the newer one: two loads may come back in either order. */
  #remember(definitions: readonly JobDefinition[], marks: ReadonlyMap<string, number> | null): void {
    for (const definition of definitions) {
      const { key, revision } = definition;
      const known = this.#known.get(key);
      if (known !== undefined && known.revision > revision) continue;
      this.#known.set(key, definition);
      if (marks !== null) this.#loadedAt.set(key, marks.get(key));
    }
  }

  #tell(keys: readonly string[]): void {
    for (const listener of this.#listeners) listener(keys);
  }
}

/** Whether both are the same edit of the same code; a difference in the order of names only costs a reload. */
function isSame(known: JobDefinition | undefined, stored: JobDefinition): boolean {
  const textOf = ({ revision, declared, argsSchema }: JobDefinition): string =>
    JSON.stringify([revision, declared, argsSchema]);
  return known !== undefined && textOf(known) === textOf(stored);
}

import { GroupCommit } from "../base/batching/group-commit.ts";
import type { EventSubscription, IMoEventBus, MoEvent } from "../ports/event-bus.ts";
import type { IMoDefinitionStore } from "../ports/definition-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { isNewer, isSame } from "./same-edit.ts";
import { taskOfOwnJob } from "../model/task/own-job-key.ts";
import type { OwnJobDefinitions } from "./own-job-definitions.ts";
import { isTrialKey } from "./trial/trial-key.ts";
import type { Trials } from "./trial/trials.ts";
import { definitionsTopic } from "../model/name/channel.ts";
import type { JobWindow } from "../model/window/job-window.ts";
import type { ScheduleRules } from "../schedule/rules/schedule-rules.ts";
import { windowsFor } from "../schedule/windows/windows-for.ts";
import { pendingJobKey, pendingKey } from "../model/name/state-key.ts";

/** How long a removed key keeps its mark: longer than a request that read the job before is under way. */
const REMOVED_MARK_MS = 24 * 60 * 60 * 1000;
/** No mark has this version. */
const NEVER_COMPARED = -1;

/** Published to every control plane and worker when stored definitions have changed (seed row M18). */
export interface JobDefinitionsChangedEvent extends MoEvent {
  readonly type: "JobDefinitionsChanged";
  readonly payload: {
    readonly tenant: string;
    readonly changes: readonly { readonly key: string; readonly revision: number }[];
    /** The schedule rules have changed, which may concern any job. @default false */
    readonly rules?: boolean;
  };
}

export interface JobDefinitionCacheOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly state: IMoStateStore;
  readonly bus: IMoEventBus;
  /** Makes definitions of jobs that the bodies of tasks hold. @default there are none */
  readonly ownJobs?: OwnJobDefinitions | undefined;
  /** Makes definitions of work that is tried. @default there are none */
  readonly trials?: Trials;
  /** Reads the rules that are stored beside the jobs. @default there are none */
  readonly rules?: () => Promise<ScheduleRules>;
  /** Makes the ids of the events. */
  readonly createId: () => string;
  /** Called when an event could not be published. */
  readonly onError: (error: unknown) => void;
}

/**
 * Holds definitions in memory and never returns one that an acknowledged edit has replaced (seed row M18).
 *
 * `save` writes the store, marks the job's pending key in the state store and publishes `JobDefinitionsChangedEvent`.
 * Each mark gives the key a new version. A reader compares it with the version it last loaded and reloads exactly the
 * keys that differ before it returns them. Since nothing is cleared, any number of readers can do so, and one mark too
 * many costs only a reload. After each mark one key of the tenant is written; while that key is unchanged no mark is new,
 * so that a reader need not compare them one by one. The event only makes a sleeping reader look earlier.
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
  /** Calls that come while marks are read share the next read. It begins after them, so it misses no earlier mark. */
  readonly #reads: GroupCommit<readonly string[], readonly string[]>;
  /** The windows in force when the last mark was read: definitions carry those that are for them. */
  #windows: readonly JobWindow[] = [];
  /** The version of the tenant's last mark; `null` before it was first read. */
  #allComparedAt: number | null = null;

  constructor(options: JobDefinitionCacheOptions) {
    this.#options = options;
    this.#prefix = pendingJobKey(options.tenant, "");
    this.#lastMarkKey = pendingKey(options.tenant);
    this.#reads = new GroupCommit((asked) => this.#refreshAll(asked));
  }

  get tenant(): string {
    return this.#options.tenant;
  }

  /** Whether the scheduler has the feature for tasks, whose bodies hold jobs. */
  get hasTasks(): boolean {
    return this.#options.ownJobs !== undefined;
  }

  /** The definition in force; `null` for an unknown key. */
  get(key: string): Promise<JobDefinition | null> {
    if (isMade(key)) return this.getMany([key]).then((found) => found.get(key) ?? null);
    return this.#refresh([key]).then(() => this.known(key));
  }

  /** The definition as it was read last: an edit by another process may be missing. `null` where none was read. */
  known(key: string): JobDefinition | null {
    return this.#known.get(key) ?? null;
  }

  /** The definitions in force of those keys that exist. */
  async getMany(keys: readonly string[]): Promise<ReadonlyMap<string, JobDefinition>> {
    await this.#refresh(keys.map((key) => taskOfOwnJob(key) ?? key).filter((key) => !isTrialKey(key)));
    const found = new Map<string, JobDefinition>();
    for (const key of keys) {
      const definition = isMade(key) ? await this.#make(key) : this.#known.get(key);
      if (definition) found.set(key, definition);
    }
    return found;
  }

  async #make(key: string): Promise<JobDefinition | null | undefined> {
    const { ownJobs, trials } = this.#options;
    if (isTrialKey(key)) return trials?.get(key);
    const taskKey = taskOfOwnJob(key) ?? "";
    const task = isTrialKey(taskKey) ? await trials?.get(taskKey) : this.#known.get(taskKey);
    return task && ownJobs?.get(task, key);
  }

  /**
   * Changes with every acknowledged edit; compare it to learn whether any definition changed. It is read before the marks
   * of single jobs, so that a concurrent edit causes one extra reload and never a missed one.
   */
  async version(): Promise<number> {
    return (await this.#options.state.get(this.#lastMarkKey))?.version ?? 0;
  }

  /** Every definition in force. */
  async getAll(): Promise<readonly JobDefinition[]> {
    const { state, store, tenant } = this.#options;
    const lastMark = await this.version();
    if (this.#allComparedAt === lastMark) return [...this.#known.values()];
    await this.#readWindows();
    const marks = new Map<string, number>();
    for (const { key, version } of await state.list(this.#prefix))
      marks.set(key.slice(this.#prefix.length), version);
    if (this.#allComparedAt === null) {
      this.#remember(await store.getAll(tenant), marks);
    } else {
      await this.#reload(
        // Also known keys without a mark: the job was removed so long ago that its mark has expired.
        [...new Set([...marks.keys(), ...this.#known.keys()])].filter((key) =>
          this.#isBehind(key, marks.get(key)),
        ),
        marks,
      );
    }
    this.#allComparedAt = lastMark;
    return [...this.#known.values()];
  }

  /** Writes the definition if the stored revision is still `expectedRevision`; resolves to whether it was. */
  async save(definition: JobDefinition, expectedRevision: number): Promise<boolean> {
    const { store, tenant } = this.#options;
    const saved = await store.replace(withoutWindows(definition), expectedRevision);
    // The process that was faster may have failed to announce it; announcing it twice is harmless.
    await this.announce(saved ? [definition] : await store.getMany(tenant, [definition.key]));
    return saved;
  }

  /** Writes the definition where its key is free; resolves to what was written, or to `null` where the key is taken. */
  async create(definition: JobDefinition): Promise<JobDefinition | null> {
    const { store, tenant } = this.#options;
    const [revision = 1] = await this.firstRevisions([definition.key]);
    const created = withoutWindows({ ...definition, revision });
    const isNew = await store.create(created);
    await this.announce(isNew ? [created] : await store.getMany(tenant, [definition.key]));
    return isNew ? created : null;
  }

  /** Removes the definition if the stored revision is still `expectedRevision`; resolves to whether it was. */
  async remove(key: string, expectedRevision: number): Promise<boolean> {
    const { store, tenant } = this.#options;
    const removed = await store.remove(tenant, key, expectedRevision);
    // Also where another process was faster: it may have ended before it marked the key.
    const standing = removed ? [] : await store.getMany(tenant, [key]);
    if (standing.length > 0) await this.announce(standing);
    else {
      const [next = 1] = await this.firstRevisions([key]);
      await this.#announceRemoved(key, Math.max(next, expectedRevision + 1));
    }
    return removed;
  }

  /**
   * The revisions with which these keys begin. A key that was in use goes on counting, so that what was read of the job
   * before matches no edit of the job after.
   */
  async firstRevisions(keys: readonly string[]): Promise<readonly number[]> {
    const marks = await this.#options.state.getMany(keys.map((key) => this.#prefix + key));
    return keys.map((key) => Number(marks.get(this.#prefix + key)?.value ?? 0) + 1);
  }

  /** Announces the stored definitions that differ from what this cache holds, because they are new or changed by their code. */
  async announceNew(stored: readonly JobDefinition[]): Promise<void> {
    await this.announce(stored.filter((definition) => !isSame(this.#known.get(definition.key), definition)));
  }

  /** Marks definitions as changed for every reader. */
  async announce(definitions: readonly JobDefinition[]): Promise<void> {
    if (definitions.length === 0) return;
    const { state } = this.#options;
    await Promise.all(definitions.map(({ key, revision }) => state.set(this.#prefix + key, revision)));
    // After the marks: a reader that sees it finds them.
    await state.set(this.#lastMarkKey, null);
    // Remembered at once, but still to be loaded: another process's mark may have come between the write and this one.
    this.#remember(definitions, null);
    await this.#publish(definitions.map(({ key, revision }) => ({ key, revision })));
  }

  /** Marks the schedule rules as changed for every reader, after their own mark: definitions stay as they are, their fires may not. */
  async announceRules(): Promise<void> {
    await this.#options.state.set(this.#lastMarkKey, null);
    await this.#publish([], { rules: true });
  }

  async #announceRemoved(key: string, revision: number): Promise<void> {
    const { state } = this.#options;
    // The mark may expire once no reader is behind it: its absence is a change too.
    await state.set(this.#prefix + key, revision, { ttlMs: REMOVED_MARK_MS });
    await state.set(this.#lastMarkKey, null);
    this.#forget(key);
    await this.#publish([{ key, revision }]);
  }

  async #publish(
    changes: JobDefinitionsChangedEvent["payload"]["changes"],
    more: { readonly rules?: boolean } = {},
  ): Promise<void> {
    const { bus, tenant, createId, onError } = this.#options;
    const event: JobDefinitionsChangedEvent = {
      id: createId(),
      type: "JobDefinitionsChanged",
      payload: { tenant, changes, ...more },
    };
    this.#notify(changes.map(({ key }) => key));
    // The mark is what readers go by: without the event they only look later.
    await bus.publish(definitionsTopic(tenant), [event]).catch(onError);
  }

  /** Subscribes to changes made by other processes; a definition that is behind is loaded again before it is used. */
  subscribe(): Promise<EventSubscription> {
    return this.#options.bus.subscribe(definitionsTopic(this.#options.tenant), async (events) => {
      const payloads = (events as readonly JobDefinitionsChangedEvent[]).map(({ payload }) => payload);
      const changed = payloads.flatMap(({ changes }) => changes.map(({ key }) => key));
      const reloaded = await this.#refresh([...new Set(changed)]);
      if (reloaded.length > 0 || payloads.some(({ rules }) => rules === true)) this.#notify(reloaded);
    });
  }

  /** Calls back with the keys whenever definitions may have changed; returns a function that stops it. */
  onChange(listener: (keys: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reloads those of the keys that are behind; resolves to them. */
  #refresh(keys: readonly string[]): Promise<readonly string[]> {
    return this.#reads.submit(keys);
  }

  async #refreshAll(asked: readonly (readonly string[])[]): Promise<readonly (readonly string[])[]> {
    const lastMark = await this.version();
    const unsure = [...new Set(asked.flat())].filter(
      (key) => !this.#known.has(key) || this.#comparedAt.get(key) !== lastMark,
    );
    if (unsure.length === 0) return asked.map(() => []);
    await this.#readWindows();
    const entries = await this.#options.state.getMany(unsure.map((key) => this.#prefix + key));
    const marks = new Map<string, number>();
    for (const key of unsure) {
      const entry = entries.get(this.#prefix + key);
      if (entry !== undefined) marks.set(key, entry.version);
    }
    const behind = new Set(unsure.filter((key) => this.#isBehind(key, marks.get(key))));
    await this.#reload([...behind], marks);
    for (const key of unsure) if (this.#known.has(key)) this.#comparedAt.set(key, lastMark);
    return asked.map((some) => some.filter((key) => behind.has(key)));
  }

  /** A definition that was read from the store, with the windows that are for it. */
  withWindows(definition: JobDefinition): JobDefinition {
    const windows = windowsFor(this.#windows, definition);
    if (windows.length > 0) return { ...definition, windows };
    return definition.windows === undefined ? definition : withoutWindows(definition);
  }

  /** An edit of the rules changes the last mark, so that nothing is read while that stays. */
  async #readWindows(): Promise<void> {
    const { rules } = this.#options;
    if (rules === undefined) return;
    const { windows } = await rules();
    if (windows === this.#windows) return;
    this.#windows = windows;
    for (const [key, definition] of this.#known) this.#known.set(key, this.withWindows(definition));
  }

  #isBehind(key: string, mark: number | undefined): boolean {
    return !this.#known.has(key) || mark !== this.#loadedAt.get(key);
  }

  /** The marks were read before: what is loaded now is at least as new. */
  async #reload(keys: readonly string[], marks: ReadonlyMap<string, number>): Promise<void> {
    if (keys.length === 0) return;
    const loaded = await this.#options.store.getMany(this.#options.tenant, keys);
    this.#remember(loaded, marks);
    const found = new Set(loaded.map(({ key }) => key));
    for (const key of keys) if (!found.has(key)) this.#forget(key);
  }

  #forget(key: string): void {
    this.#known.delete(key);
    this.#loadedAt.delete(key);
    this.#comparedAt.delete(key);
  }

  /** Keeps the newer one: two loads may come back in either order. */
  #remember(definitions: readonly JobDefinition[], marks: ReadonlyMap<string, number> | null): void {
    for (const definition of definitions) {
      const { key } = definition;
      const known = this.#known.get(key);
      if (known !== undefined && isNewer(known, definition)) continue;
      if (known === undefined) {
        // It may have been removed while it was loaded: the next read compares its mark again.
        this.#comparedAt.delete(key);
        if (this.#allComparedAt !== null) this.#allComparedAt = NEVER_COMPARED;
      }
      this.#known.set(key, this.withWindows(definition));
      if (marks !== null) this.#loadedAt.set(key, marks.get(key));
    }
  }

  #notify(keys: readonly string[]): void {
    for (const listener of this.#listeners) listener(keys);
  }
}

/** The definition as stores keep it. */
function withoutWindows(definition: JobDefinition): JobDefinition {
  if (definition.windows === undefined) return definition;
  const { windows: _, ...stored } = definition;
  return stored;
}

/** Whether no record of its own says what the job is. */
function isMade(key: string): boolean {
  return isTrialKey(key) || taskOfOwnJob(key) !== null;
}

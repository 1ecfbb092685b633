import { LoopTurns } from "../base/batching/loop-turns.ts";
import type { Clock } from "../base/clock.ts";
import { canonicalJson, copyJson, type JsonValue } from "../base/json.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { mergeDefaults } from "../model/layer/merge-defaults.ts";
import { jobDefaultsKey } from "../model/name/state-key.ts";
import { JobKind } from "../model/option/job-kind.ts";
import type { JobDefaults } from "../model/option/job-options.ts";
import { parseStatedOptions } from "../model/option/option-schema.ts";
import type { IMoDefinitionStore } from "../ports/definition-store.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { TenantSettingsCache } from "./tenant/tenant-settings-cache.ts";
import { adoptDefaults, adoptRetention } from "./adopt-defaults.ts";
import type { JobDefinitionCache } from "./definition-cache.ts";

export interface GlobalDefaultsOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** The stored settings of the tenant: their defaults come before those of processes. @default nothing */
  readonly settings?: Pick<TenantSettingsCache, "read" | "refresh">;
  /** The defaults that this process was given. @default {} */
  readonly own?: JobDefaults;
}

/**
 * Options of a tenant's jobs that do not state them. Control planes publish theirs in the state store; every process that
 * registers jobs takes them, and its own only for what they leave out.
 */
export class GlobalDefaults {
  readonly #options: GlobalDefaultsOptions;
  readonly #own: JobDefaults;

  constructor(options: GlobalDefaultsOptions) {
    this.#options = options;
    this.#own = options.own ?? {};
  }

  /**
   * @param ofTenant as if these were the stored defaults of the tenant
   * @throws MoJobError `store_unavailable`
   */
  async read(ofTenant?: JobDefaults): Promise<JobDefaults> {
    return mergeDefaults(this.#own, (await this.#published(ofTenant)) ?? {});
  }

  /**
   * Makes this process's defaults those of the tenant. Jobs that were registered before any control plane had started take
   * them now; later ones keep what they have, because stored options win. The retention is taken by all that state none.
   * @throws MoJobError `invalid_argument` for a default that an option cannot have
   */
  async publish(): Promise<void> {
    const { tenant, state, store } = this.#options;
    parseStatedOptions(JobKind.Recurring, this.#own, "take the scheduler's defaults");
    const value: JsonValue = copyJson(this.#own);
    const key = jobDefaultsKey(tenant);
    const known = await state.get(key);
    if (known === null || canonicalJson(known.value) !== canonicalJson(value)) await state.set(key, value);
    const kept = await this.#kept();
    if (known === null) await this.#adopt(await store.getAll(tenant), mergeDefaults(this.#own, kept));
    const before = mergeDefaults((known?.value ?? {}) as JobDefaults, kept);
    await this.#adoptRetention(before, mergeDefaults(this.#own, kept));
  }

  /** Brings the defaults that somebody has changed to the jobs which take them also later. */
  async changed(before: JobDefaults, after: JobDefaults): Promise<void> {
    const { tenant, state } = this.#options;
    const entry = await state.get(jobDefaultsKey(tenant));
    const published = (entry?.value ?? {}) as JobDefaults;
    await this.#adoptRetention(mergeDefaults(published, before), mergeDefaults(published, after));
  }

  async #adoptRetention({ retention: before = {} }: JobDefaults, given: JobDefaults): Promise<void> {
    const { tenant, store } = this.#options;
    const { retention: after = {} } = given;
    // Also where nothing has changed: the process that changed it may have died before it had reached all.
    if (Object.keys({ ...before, ...after }).length === 0) return;
    const retain = (job: JobDefinition): JobDefinition =>
      adoptRetention(job, before, after, this.#options.clock.now());
    await Promise.all((await store.getAll(tenant)).map((job) => this.#change(job, retain)));
  }

  /** Gives new jobs what was published while they were being registered; resolves to them as they are then. */
  async reach(created: readonly JobDefinition[]): Promise<readonly JobDefinition[]> {
    const published = created.length === 0 ? null : await this.#published();
    return published === null ? created : this.#adopt(created, published);
  }

  async #published(ofTenant?: JobDefaults): Promise<JobDefaults | null> {
    const entry = await this.#options.state.get(jobDefaultsKey(this.#options.tenant));
    const kept = ofTenant ?? (await this.#kept());
    if (entry === null && Object.keys(kept).length === 0) return null;
    return mergeDefaults((entry?.value ?? {}) as JobDefaults, kept);
  }

  async #kept(): Promise<JobDefaults> {
    return (await this.#options.settings?.refresh())?.defaults ?? {};
  }

  #adopt(definitions: readonly JobDefinition[], defaults: JobDefaults): Promise<readonly JobDefinition[]> {
    return Promise.all(definitions.map((definition) => this.#adoptOne(definition, defaults)));
  }

  #adoptOne(definition: JobDefinition, defaults: JobDefaults): Promise<JobDefinition> {
    return this.#change(definition, (job) => adoptDefaults(job, defaults, this.#options.clock.now()));
  }

  async #change(
    definition: JobDefinition,
    change: (standing: JobDefinition) => JobDefinition,
  ): Promise<JobDefinition> {
    const { tenant, store, cache, clock } = this.#options;
    const turns = LoopTurns.of(clock, tenant);
    let standing = definition;
    for (;;) {
      // A registration brings thousands of jobs at once.
      const next = await turns.inTurn(() => change(standing));
      if (next === standing || (await cache.save(next, standing.revision))) return next;
      const [latest] = await store.getMany(tenant, [standing.key]);
      if (latest === undefined) return standing;
      standing = latest;
    }
  }
}

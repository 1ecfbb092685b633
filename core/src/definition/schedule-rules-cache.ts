import { pendingRulesKey } from "../model/name/state-key.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import { NO_RULES, type ScheduleRules, type ScheduleRuleSource } from "../schedule/rules/schedule-rules.ts";
import type { JobDefinitionCache } from "./definition-cache.ts";

export interface ScheduleRulesCacheOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "set">;
  readonly cache: Pick<JobDefinitionCache, "announceRules">;
  /** One of each feature that keeps rules. */
  readonly sources: readonly ScheduleRuleSource[];
}

/**
 * Holds the schedule rules of a tenant in memory and never returns what an acknowledged edit has replaced, as the definition cache does with
 * jobs: the rules have one mark, whose version is compared at each read. Without a source nothing is read.
 */
export class ScheduleRulesCache {
  readonly #options: ScheduleRulesCacheOptions;
  readonly #markKey: string;
  #known: { readonly version: number; readonly rules: Promise<ScheduleRules> } | null = null;

  constructor(options: ScheduleRulesCacheOptions) {
    this.#options = options;
    this.#markKey = pendingRulesKey(options.tenant);
  }

  /** The rules in force: the same object until one of them is edited. */
  async read(): Promise<ScheduleRules> {
    const { sources, state } = this.#options;
    if (sources.length === 0) return NO_RULES;
    // Before they are loaded: what is loaded is then at least as new.
    const version = (await state.get(this.#markKey))?.version ?? 0;
    if (this.#known?.version !== version) {
      const loading = { version, rules: this.#load() };
      this.#known = loading;
      // What could not be read is read again, and not remembered.
      loading.rules.catch(() => {
        if (this.#known === loading) this.#known = null;
      });
    }
    return this.#known.rules;
  }

  /** Has every process read the rules again, because what a source stores has been written. */
  async announce(): Promise<void> {
    const { state, cache } = this.#options;
    await state.set(this.#markKey, null);
    await cache.announceRules();
  }

  async #load(): Promise<ScheduleRules> {
    const parts = await Promise.all(this.#options.sources.map((source) => source.load()));
    return {
      calendars: new Map(parts.flatMap(({ calendars }) => [...(calendars ?? [])])),
      windows: parts.flatMap(({ windows }) => windows ?? []),
    };
  }
}

import type { Clock } from "../../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { TENANTS_CHANGED_KEY, tenantSettingsKey } from "../../model/tenant/tenant-keys.ts";
import {
  QUOTA_NAMES,
  quotasOver,
  type ResolvedQuotas,
  resolveQuotas,
} from "../../model/option/quota-options.ts";
import {
  changeTenantSettings,
  type KeptTenantSettings,
  NO_TENANT_SETTINGS,
  readTenantSettings,
  storedTenantSettings,
  type TenantSettingsChange,
} from "../../model/tenant/tenant-settings.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";

/** How old what is known may be where it is used: a process obeys what another one changed after at most this. */
const KNOWN_FOR_MS = 1000;

export interface TenantSettingsCacheOptions {
  readonly tenant: string;
  readonly state: Pick<IMoStateStore, "get" | "set" | "compareAndSet">;
  readonly clock: Clock;
  /** The quotas of the configuration. @default those without a configuration */
  readonly quotas?: ResolvedQuotas;
}

interface TenantChangeOptions {
  readonly revision: readonly number[] | null;
  readonly by: string | null;
  readonly assertMay?: (before: KeptTenantSettings) => void;
}

/**
 * The settings of a tenant, the same for all of its processes. A process reads them as it uses them, at most once a second, and is
 * notified of changes where it follows the tenants of its deployment.
 */
export class TenantSettingsCache {
  /** As the configuration of this process has them. */
  readonly configured: ResolvedQuotas;
  /** The quotas in force, as far as they are known: each is looked up as it is used. */
  readonly quotas: ResolvedQuotas;
  readonly #options: TenantSettingsCacheOptions;
  readonly #listeners = new Set<() => void>();
  #known: KeptTenantSettings = NO_TENANT_SETTINGS;
  #inForce: ResolvedQuotas;
  #readAtMs = -Infinity;
  #reading: Promise<KeptTenantSettings> | null = null;

  constructor(options: TenantSettingsCacheOptions) {
    this.#options = options;
    this.configured = options.quotas ?? resolveQuotas();
    this.#inForce = this.configured;
    const live = QUOTA_NAMES.map((name) => [name, { get: () => this.#inForce[name], enumerable: true }]);
    this.quotas = Object.defineProperties({}, Object.fromEntries(live)) as ResolvedQuotas;
  }

  /** The settings that were read last. */
  get known(): KeptTenantSettings {
    return this.#known;
  }

  /** The settings in force, at most a second old. @throws MoJobError `store_unavailable` */
  read(): KeptTenantSettings | Promise<KeptTenantSettings> {
    if (this.#options.clock.monotonicMs() - this.#readAtMs < KNOWN_FOR_MS) return this.#known;
    return this.refresh();
  }

  /** The settings in force now. @throws MoJobError `store_unavailable` */
  refresh(): Promise<KeptTenantSettings> {
    return (this.#reading ??= this.#load().finally(() => (this.#reading = null)));
  }

  /** Calls when other settings are in force than before; returns what ends it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Changes what the request names.
   * @param revision that of the settings which the caller saw; `null` is any
   * @param assertMay throws where the settings that are replaced do not allow the change
   * @throws MoJobError `stale_revision` where they are at another one; `store_unavailable`
   */
  async change(
    change: TenantSettingsChange,
    { revision, by, assertMay = () => {} }: TenantChangeOptions,
  ): Promise<KeptTenantSettings> {
    const { tenant, state, clock } = this.#options;
    for (;;) {
      const before = await this.#load();
      if (revision !== null && !revision.includes(before.revision)) throw stale(tenant);
      assertMay(before);
      const settings = changeTenantSettings(before, change);
      const value = storedTenantSettings(settings, by, clock.now());
      const expected = before === NO_TENANT_SETTINGS ? null : before.revision - 1;
      const entry = await state.compareAndSet(tenantSettingsKey(tenant), expected, value);
      if (entry === null) continue;
      await state.set(TENANTS_CHANGED_KEY, clock.now().toISOString());
      return this.#learn(readTenantSettings(value, entry.version));
    }
  }

  async #load(): Promise<KeptTenantSettings> {
    const { tenant, state, clock } = this.#options;
    const readAtMs = clock.monotonicMs();
    const entry = await state.get(tenantSettingsKey(tenant));
    this.#readAtMs = readAtMs;
    return this.#learn(entry === null ? NO_TENANT_SETTINGS : readTenantSettings(entry.value, entry.version));
  }

  #learn(settings: KeptTenantSettings): KeptTenantSettings {
    if (settings.revision === this.#known.revision) return this.#known;
    this.#known = settings;
    this.#inForce = quotasOver(settings.quotas, this.configured);
    for (const listener of this.#listeners) listener();
    return settings;
  }
}

function stale(tenant: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change the settings of tenant "${tenant}": somebody else has changed them; read them again`,
  );
}

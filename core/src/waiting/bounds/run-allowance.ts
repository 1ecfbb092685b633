import type { TenantSettingsCache } from "../../definition/tenant/tenant-settings-cache.ts";
import type { Lack, RunBound } from "../../dispatch/run-bounds.ts";
import type { NewRun } from "../../model/instance/new-run.ts";
import { runsInMinuteKey } from "../../model/tenant/tenant-keys.ts";
import { WindowCount, type WindowCountOptions } from "./window-count.ts";

const MINUTE_MS = 60_000;

export interface RunAllowanceOptions extends Pick<WindowCountOptions, "state" | "clock"> {
  readonly tenant: string;
  readonly settings: TenantSettingsCache;
}

const DISABLED: Lack = { tenant: { disabled: true } };

/** Whether a tenant may have one more run: it is enabled, and has not had as many in this minute as it may. */
export class RunAllowance implements RunBound {
  readonly #settings: TenantSettingsCache;
  readonly #count: WindowCount;

  constructor({ tenant, settings, state, clock }: RunAllowanceOptions) {
    this.#settings = settings;
    this.#count = new WindowCount({ state, clock, key: runsInMinuteKey(tenant), windowMs: MINUTE_MS });
  }

  /** What is a part of another run belongs to what was allowed already. @throws MoJobError `store_unavailable` */
  take({ carriedBy }: NewRun): Lack | null | Promise<Lack | null> {
    if (carriedBy !== undefined) return null;
    const read = this.#settings.read();
    return read instanceof Promise ? read.then(() => this.#take()) : this.#take();
  }

  giveBack({ carriedBy }: NewRun): void {
    if (carriedBy === undefined && this.#settings.quotas.maxRunsPerMinute !== Infinity)
      this.#count.giveBack();
  }

  #take(): Lack | null | Promise<Lack | null> {
    if (this.#settings.known.disabled) return DISABLED;
    const limit = this.#settings.quotas.maxRunsPerMinute;
    if (limit === Infinity) return null;
    const lackOf = (isTaken: boolean): Lack | null =>
      isTaken ? null : { usedUp: { quota: "maxRunsPerMinute", limit } };
    const taken = this.#count.take(limit);
    return taken instanceof Promise ? taken.then(lackOf) : lackOf(taken);
  }
}

import { ACTS_KEPT_MS } from "../audit/acts-kept.ts";
import { ChainEnds, type ChainEndsOptions } from "../audit/chain-ends.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { ActLink, LinkedAct } from "../model/history/act-link.ts";
import type { TenantSettingsCache } from "../definition/tenant/tenant-settings-cache.ts";
import { resolveTenantRetention } from "../model/tenant/tenant-retention.ts";
import type { IMoHistoryStore } from "../ports/history-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const AT_ONCE = 500;

export interface TrimHistoryOptions extends ChainEndsOptions {
  readonly store: Pick<IMoHistoryStore, "outdated" | "remove">;
  readonly clock: Clock;
  /** Says how much is kept. */
  readonly settings: Pick<TenantSettingsCache, "read">;
  /** Called once where another process has to do it. */
  readonly onError: (error: unknown) => void;
}

/** Keeps the history of what people did within the bounds of its tenant. */
export class TrimHistory implements Duty {
  readonly name = "trim";
  readonly everyMs: number = AN_HOUR_MS;
  readonly #options: TrimHistoryOptions;
  readonly #places: ChainEnds;
  #isRefusalKnown = false;

  constructor(options: TrimHistoryOptions) {
    this.#options = options;
    this.#places = new ChainEnds(options);
  }

  async run(): Promise<DutyPass> {
    const { tenant, store, clock, settings } = this.#options;
    const { historyDays, maxActs } = resolveTenantRetention((await settings.read()).retention);
    const keptMs = historyDays * A_DAY_MS;
    const before = new Date(clock.now().getTime() - keptMs);
    let removed = 0;
    let outdated: readonly LinkedAct[];
    do {
      // Each part is the oldest that the one before has left.
      // oxlint-disable-next-line no-await-in-loop
      outdated = await store.outdated(tenant, before, maxActs, AT_ONCE);
      // oxlint-disable-next-line no-await-in-loop
      if (outdated.length > 0 && !(await this.#mayRemove())) break;
      // oxlint-disable-next-line no-await-in-loop
      for (const link of lastOfEach(outdated)) await this.#places.cut(link);
      const ids = outdated.map(({ act }) => act.id);
      // oxlint-disable-next-line no-await-in-loop
      if (ids.length > 0) removed += await store.remove(tenant, ids);
    } while (outdated.length === AT_ONCE);
    // Ends of chains are kept for at least the usual time: heads that somebody has kept elsewhere are compared with them.
    const forgetMs = clock.now().getTime() - Math.max(keptMs, ACTS_KEPT_MS);
    if (removed > 0) await this.#places.forget(new Date(forgetMs));
    return { nextInMs: AN_HOUR_MS, slackMs: Number.POSITIVE_INFINITY };
  }

  async #mayRemove(): Promise<boolean> {
    if (await this.#places.mayCut()) return true;
    const { tenant, onError } = this.#options;
    if (!this.#isRefusalKnown) onError(notTheKey(tenant));
    this.#isRefusalKnown = true;
    return false;
  }
}

function notTheKey(tenant: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot remove old acts of the tenant "${tenant}": its audit is sealed by a key that this process does not have; a process that has it removes them, or give this one the same keys (MOJOB_KEYS_FILE)`,
  );
}

/** The last of these links in each chain. */
function lastOfEach(acts: readonly LinkedAct[]): Iterable<ActLink> {
  const last = new Map<string, ActLink>();
  for (const link of acts.flatMap(({ links }) => links))
    if ((last.get(link.writer)?.n ?? 0) < link.n) last.set(link.writer, link);
  return last.values();
}

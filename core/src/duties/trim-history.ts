import { ACTS_KEPT_MS } from "../audit/acts-kept.ts";
import { ChainPlaces, type ChainPlacesOptions } from "../audit/chain-places.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { ActLink, LinkedAct } from "../model/history/act-link.ts";
import type { IMoHistoryStore } from "../ports/history-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const AN_HOUR_MS = 3_600_000;
const MOST_ACTS = 200_000;
const AT_ONCE = 500;

export interface TrimHistoryOptions extends ChainPlacesOptions {
  readonly store: Pick<IMoHistoryStore, "outdated" | "remove">;
  readonly clock: Clock;
  /** @default 200,000 */
  readonly most?: number;
  /** Called once where another process has to do it. */
  readonly onError: (error: unknown) => void;
}

/** Keeps the history of what people did within bounds: 400 days, and 200,000 acts. */
export class TrimHistory implements Duty {
  readonly name = "trim";
  readonly everyMs: number = AN_HOUR_MS;
  readonly #options: TrimHistoryOptions;
  readonly #places: ChainPlaces;
  #isRefusalKnown = false;

  constructor(options: TrimHistoryOptions) {
    this.#options = options;
    this.#places = new ChainPlaces(options);
  }

  async run(): Promise<DutyPass> {
    const { tenant, store, clock, most = MOST_ACTS } = this.#options;
    const before = new Date(clock.now().getTime() - ACTS_KEPT_MS);
    let removed = 0;
    let outdated: readonly LinkedAct[];
    do {
      // Each part is the oldest that the one before has left.
      // oxlint-disable-next-line no-await-in-loop
      outdated = await store.outdated(tenant, before, most, AT_ONCE);
      // oxlint-disable-next-line no-await-in-loop
      if (outdated.length > 0 && !(await this.#mayRemove())) break;
      // oxlint-disable-next-line no-await-in-loop
      for (const link of lastOfEach(outdated)) await this.#places.cut(link);
      const ids = outdated.map(({ act }) => act.id);
      // oxlint-disable-next-line no-await-in-loop
      if (ids.length > 0) removed += await store.remove(tenant, ids);
    } while (outdated.length === AT_ONCE);
    if (removed > 0) await this.#places.forget(before);
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

import type { Clock } from "../base/clock.ts";
import type { IMoHistoryStore } from "../ports/history-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const AN_HOUR_MS = 3_600_000;
/** Longer than a year, so that the same week of last year can be looked up. */
const KEPT_MS = 400 * 24 * AN_HOUR_MS;
const MOST_ACTS = 200_000;

export interface TrimHistoryOptions {
  readonly tenant: string;
  readonly store: Pick<IMoHistoryStore, "trim">;
  readonly clock: Clock;
}

/** Keeps the history of what people did within bounds: 400 days, and 200,000 acts. */
export class TrimHistory implements Duty {
  readonly name = "trim";
  readonly everyMs: number = AN_HOUR_MS;
  readonly #options: TrimHistoryOptions;

  constructor(options: TrimHistoryOptions) {
    this.#options = options;
  }

  async run(): Promise<DutyPass> {
    const { tenant, store, clock } = this.#options;
    await store.trim(tenant, new Date(clock.now().getTime() - KEPT_MS), MOST_ACTS);
    return { nextInMs: AN_HOUR_MS, slackMs: Number.POSITIVE_INFINITY };
  }
}

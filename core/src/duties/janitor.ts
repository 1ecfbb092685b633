import type { Clock } from "../base/clock.ts";
import { neverAborted } from "../base/never-aborted.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { firingCursorKey, removedJobKey, removedJobKeyPrefix } from "../model/name/state-key.ts";
import type { RetentionOptions } from "../model/option/value/retention-options.ts";
import type { IMoStateStore } from "../ports/state-store.ts";
import type { IMoInstanceRetention } from "../ports/instance-retention.ts";
import type { IMoScriptStore } from "../ports/script-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
const LARGEST_SWEEP = 1000;
/** Often and little at a time: other calls of the store hardly wait for it. */
const EVERY_MS = 2000;
/** Pause after a pass that removed nothing. */
const IDLE_MS = 5000;
/** How long one pass may take: with very many jobs, the next pass continues where this one stopped. */
const LONGEST_PASS_MS = 100;

export interface JanitorOptions {
  readonly tenant: string;
  readonly store: IMoInstanceRetention;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
  /** Where versions of scripts are kept: those of a removed job go with its last runs. */
  readonly scripts: Pick<IMoScriptStore, "removeAll">;
  /** Where followers of ends have got to: what they have not read yet is kept. @default nothing follows */
  readonly followedTo?: () => Promise<readonly string[]>;
}

/** A job whose runs are kept within bounds. */
interface KeptJob {
  readonly key: string;
  readonly retention: RetentionOptions;
  /** For a removed job: when nothing of it is left. */
  readonly forgetAt: Date | null;
}

/** Keeps of each job's ended runs what its retention says, a bounded piece at a time. */
export class Janitor implements Duty {
  readonly name = "retain";
  readonly everyMs: number = EVERY_MS;
  readonly #options: JanitorOptions;
  /** The job that the pass before had no time left for. */
  #nextKey: string | null = null;

  constructor(options: JanitorOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const removed = await this.sweep(LONGEST_PASS_MS, signal);
    return {
      nextInMs: removed > 0 || this.#nextKey !== null ? EVERY_MS : IDLE_MS,
      slackMs: Number.POSITIVE_INFINITY,
    };
  }

  /**
   * Removes what is beyond each job's retention; resolves to how many runs that were.
   * @param withinMs begins no other job after this
   */
  async sweep(withinMs: number = Infinity, signal: AbortSignal = neverAborted): Promise<number> {
    const { tenant, store, scripts, state, cache, clock, followedTo } = this.#options;
    const endAtMs = clock.monotonicMs() + withinMs;
    const [jobs, removed, firesAfter, keepAfter = []] = await Promise.all([
      cache.getAll(),
      this.#removedJobs(),
      this.#firedTo(),
      followedTo?.(),
    ]);
    const known = new Set(jobs.map(({ key }) => key));
    const all: readonly KeptJob[] = [
      ...jobs.map(({ key, options }) => ({ key, retention: options.retention, forgetAt: null })),
      ...removed.filter(({ key }) => !known.has(key)),
    ];
    const first = Math.max(
      0,
      all.findIndex(({ key }) => key === this.#nextKey),
    );
    this.#nextKey = null;
    let total = 0;
    for (const { key, retention, forgetAt } of [...all.slice(first), ...all.slice(0, first)]) {
      if (clock.monotonicMs() > endAtMs || signal.aborted) {
        this.#nextKey = key;
        break;
      }
      const now = clock.now();
      let swept: number;
      do {
        swept = await store.sweep({
          tenant,
          jobKey: key,
          keep: retention.maxInstances,
          // Runs of a removed job may be older than this number.
          keepSkipped: retention.maxSkipped ?? retention.maxInstances,
          endedBefore: new Date(now.getTime() - retention.maxAgeDays * A_DAY_MS),
          limit: LARGEST_SWEEP,
          keepAfter,
          firesAfter,
        });
        total += swept;
      } while (swept >= LARGEST_SWEEP && !signal.aborted);
      if (swept > 0 || forgetAt === null || forgetAt >= now) continue;
      await scripts.removeAll(tenant, key);
      await state.delete(removedJobKey(tenant, key));
    }
    return total;
  }

  /** Up to where every fire is recorded: none of before looks for its run again. */
  async #firedTo(): Promise<Date> {
    const { tenant, state, clock } = this.#options;
    const now = clock.now();
    const cursor = (await state.get(firingCursorKey(tenant)))?.value;
    const firedTo = typeof cursor === "string" ? new Date(cursor) : now;
    return firedTo < now ? firedTo : now;
  }

  /** Jobs that were removed and may have runs left. */
  async #removedJobs(): Promise<readonly KeptJob[]> {
    const { tenant, state } = this.#options;
    const prefix = removedJobKeyPrefix(tenant);
    const entries = await state.list(prefix);
    return entries.map(({ key, value }) => {
      const { removedAt, ...retention } = value as unknown as RetentionOptions & { removedAt: string };
      // By then every run that had ended with the job was old enough to be removed.
      const forgetAt = new Date(Date.parse(removedAt) + (retention.maxAgeDays + 1) * A_DAY_MS);
      return { key: key.slice(prefix.length), retention, forgetAt };
    });
  }
}

import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobInstanceSummary } from "../model/instance/job-instance.ts";
import { JobState, TERMINAL_STATES } from "../model/instance/job-state.ts";
import { isLogRemoved, logRemovedLine, UP_TO_ANY_LINE } from "../model/instance/log-removed.ts";
import type { RetentionOptions } from "../model/option/value/retention-options.ts";
import type { IMoFileStore } from "../ports/file-store.ts";
import type { IMoInstanceQueries } from "../ports/instance-queries.ts";
import type { IMoLogStore } from "../ports/log-store.ts";
import type { Duty, DutyPass } from "./duty.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;
/** A round looks at all jobs that keep logs or files for less long than runs. */
const ROUND_EVERY_MS = 60 * 60 * 1000;
/** Of so many rounds one looks at all runs that are too old: one that was created early may have ended late. The others look at those alone that became so. */
const WHOLE_ROUND = 24;
/** A pass that has more to do goes on after this. */
const NEXT_PASS_MS = 2000;
/** How long one pass may take: other calls of the store hardly wait for it. */
const LONGEST_PASS_MS = 100;
const PAGE_SIZE = 200;
/** Skipped runs have neither a log nor files. */
const ENDED_STATES: readonly JobState[] = TERMINAL_STATES.filter((state) => state !== JobState.Skipped);

export interface TrimRunsOptions {
  readonly tenant: string;
  readonly store: {
    readonly queries: Pick<IMoInstanceQueries, "list">;
    readonly logs: Pick<IMoLogStore, "list" | "cut">;
    readonly files: Pick<IMoFileStore, "remove">;
  };
  readonly cache: Pick<JobDefinitionCache, "getAll">;
  readonly clock: Clock;
}

/** A part of runs that may be kept for less long than they. */
interface Part {
  readonly most: (retention: RetentionOptions) => number | null;
  readonly days: (retention: RetentionOptions) => number | null;
  readonly remove: (ids: readonly string[], options: TrimRunsOptions) => Promise<void>;
}

/** The way through the ended runs of a job, the newest first, to remove a part of them. */
interface Walk {
  readonly part: Part;
  readonly jobKey: string;
  readonly most: number;
  readonly endedBefore: Date;
  /** Created from then on: a round before has removed it of what is older. */
  readonly from: Date | undefined;
  readonly cursor: string | undefined;
  /** How many runs of the way lie behind it. */
  readonly seen: number;
}

const PARTS: readonly Part[] = [
  { most: ({ maxLogs }) => maxLogs, days: ({ maxLogAgeDays }) => maxLogAgeDays, remove: removeLogs },
  {
    most: ({ maxFiles }) => maxFiles,
    days: ({ maxFileAgeDays }) => maxFileAgeDays,
    remove: (ids, { tenant, store }) => store.files.remove(tenant, ids),
  },
];

/** Removes logs and files that their job keeps for less long than its runs. */
export class TrimRuns implements Duty {
  readonly name = "trim-runs";
  readonly everyMs: number = ROUND_EVERY_MS;
  readonly #options: TrimRunsOptions;
  #walks: readonly Walk[] = [];
  #rounds = 0;
  /** By walk, when the newest run was created of which its part was removed. */
  readonly #removedTo = new Map<string, Date>();

  constructor(options: TrimRunsOptions) {
    this.#options = options;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { clock } = this.#options;
    const endAtMs = clock.monotonicMs() + LONGEST_PASS_MS;
    if (this.#walks.length === 0) this.#walks = await this.#beginRound();
    while (this.#walks.length > 0 && !signal.aborted && clock.monotonicMs() <= endAtMs) {
      const [walk, ...others] = this.#walks as [Walk, ...Walk[]];
      const rest = await this.#step(walk);
      this.#walks = rest === null ? others : [rest, ...others];
    }
    const nextInMs = this.#walks.length > 0 ? NEXT_PASS_MS : ROUND_EVERY_MS;
    return { nextInMs, slackMs: Number.POSITIVE_INFINITY };
  }

  async #beginRound(): Promise<readonly Walk[]> {
    const { cache, clock } = this.#options;
    if (this.#rounds % WHOLE_ROUND === 0) this.#removedTo.clear();
    this.#rounds += 1;
    const now = clock.now();
    const jobs = await cache.getAll();
    return jobs.flatMap(({ key, options: { retention } }) =>
      PARTS.flatMap((part) => {
        const [most, days] = [part.most(retention), part.days(retention)];
        if (most === null && days === null) return [];
        const bounds = {
          most: most ?? Infinity,
          endedBefore: new Date(days === null ? 0 : now.getTime() - days * A_DAY_MS),
        };
        return [{ part, jobKey: key, ...bounds, from: undefined, cursor: undefined, seen: 0 }];
      }),
    );
  }

  /** Looks at a page of runs; resolves to the way that is left, `null` at its end. */
  async #step(walk: Walk): Promise<Walk | null> {
    const { tenant, store } = this.#options;
    const { part, jobKey, most, endedBefore, cursor, seen } = walk;
    const name = nameOf(walk);
    // Where it goes is settled at its first page.
    const from = cursor === undefined ? this.#removedTo.get(name) : walk.from;
    const page = await store.queries.list(
      {
        tenant,
        jobKey,
        states: ENDED_STATES,
        ...(from && { from }),
        // What ended before a time was created before it; where runs are counted, all newer ones are.
        ...(most === Infinity && { to: endedBefore }),
      },
      { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) },
    );
    const isBeyond = ({ completedAt, abandoned }: JobInstanceSummary, index: number): boolean =>
      // Code that goes on may still write.
      abandoned === null && (seen + index >= most || (completedAt !== null && completedAt < endedBefore));
    const beyond = page.items.filter(isBeyond);
    const [newest] = beyond;
    if (newest !== undefined) {
      await part.remove(
        beyond.map(({ id }) => id),
        this.#options,
      );
      const before = this.#removedTo.get(name);
      if (before === undefined || newest.createdAt > before) this.#removedTo.set(name, newest.createdAt);
    }
    if (page.nextCursor === null) return null;
    return { ...walk, from, cursor: page.nextCursor, seen: seen + page.items.length };
  }
}

function nameOf({ part, jobKey }: Walk): string {
  return `${PARTS.indexOf(part)} ${jobKey}`;
}

async function removeLogs(ids: readonly string[], { tenant, store, clock }: TrimRunsOptions): Promise<void> {
  for (const id of ids) {
    const lines = await store.logs.list(tenant, id, 0, 2);
    const [first] = lines;
    if (first === undefined || (lines.length === 1 && isLogRemoved(first))) continue;
    await store.logs.cut(logRemovedLine(tenant, id, clock.now()), UP_TO_ANY_LINE);
  }
}

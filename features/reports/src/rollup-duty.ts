import type { Duty, Engine } from "@mojob/core/engine";
import { type DutyPass, resolveTenantRetention } from "@mojob/core/feature";
import {
  BEFORE_ALL_ENDS,
  GRAIN_MS,
  type Rollup,
  type RollupDraft,
  RollupGrain,
  type RollupState,
} from "@mojob/core/ports";
import { EndsFold } from "./fold-ends.ts";
import { EndReader } from "./read-ends.ts";

const EVERY_MS = 5000;
const PAGE_SIZE = 500;
const LATE_MS = 10_000;
/** Where nothing ends, the position is written this often. */
const IDLE_WRITE_MS = 60_000;

/** How sums are made. A pass that has taken its time leaves the rest to the next one, and its end is looked for after each page. */
interface Pace {
  readonly longestPassMs: number;
  /** The pause after a pass that left something, as a multiple of what it took. */
  readonly pausePerPass: number;
  /** Sums of hours, and runs, that are held before they are written: a store may keep them as one document, and a write is one turn of the loop. */
  readonly mostSums: number;
  readonly mostRuns: number;
}

/** Beside runs, which it hardly costs time. */
const BESIDE_RUNS: Pace = { longestPassMs: 150, pausePerPass: 40, mostSums: 1000, mostRuns: 20_000 };
/** Where sums are so far behind that retention keeps many runs for them. */
const BEHIND: Pace = { longestPassMs: 1000, pausePerPass: 1, mostSums: 1000, mostRuns: 20_000 };
/** Where somebody has asked for it. */
const ASKED_FOR: Pace = { ...BEHIND, pausePerPass: 0.25 };
const TRIM_EVERY_MS = 3_600_000;
const REMOVED_AT_ONCE = 500;

export interface RollupDutyOptions extends Pick<Engine, "tenant" | "store" | "clock" | "onWarning"> {
  /** Say how long sums are kept. */
  readonly settings: Pick<Engine["settings"], "read">;
  /** How many runs are summed up in one write. @default 500 */
  readonly pageSize?: number;
}

type IsOver = () => boolean;

/** A part of the feed of ends. */
interface Stretch {
  readonly from: string;
  /** @default its end */
  readonly until?: string;
  /** Runs that ended before are not counted. @default all are */
  readonly since?: Date;
}

interface SummedUp {
  readonly rows: readonly Rollup[];
  readonly to: string;
  readonly isEmpty: boolean;
  /** Whether there are no more for now. */
  readonly isAll: boolean;
  /** When the last of them ended; `null` where there are none. */
  readonly latest: Date | null;
}

/** Sums up runs that have ended, in pages of the feed of ends, and keeps the sums within bounds. */
export class RollupDuty implements Duty {
  readonly name = "roll-up";
  readonly everyMs: number = EVERY_MS;
  readonly #options: RollupDutyOptions;
  readonly #reader: EndReader;
  readonly #pageSize: number;
  /** The end of the run that was read last. */
  #latest = new Date(0);
  /** Whether the last pass has read all ends. */
  #isUpToDate = false;
  #trimAtMs = 0;

  constructor(options: RollupDutyOptions) {
    this.#options = options;
    this.#reader = new EndReader(options);
    this.#pageSize = options.pageSize ?? PAGE_SIZE;
  }

  async run(signal: AbortSignal): Promise<DutyPass> {
    const { clock } = this.#options;
    const begunMs = clock.monotonicMs();
    const untilEnd =
      ({ longestPassMs }: Pace): IsOver =>
      () =>
        signal.aborted || clock.monotonicMs() - begunMs > longestPassMs;
    const followed = this.#isLate() ? BEHIND : BESIDE_RUNS;
    const isFollowed = await this.#follow(followed, untilEnd(followed));
    const isDrafted = isFollowed && (await this.#draft(untilEnd(ASKED_FOR)));
    const isDone = isDrafted && (await this.#trim(untilEnd(BESIDE_RUNS)));
    const tookMs = clock.monotonicMs() - begunMs;
    const pace = isFollowed && !isDrafted ? ASKED_FOR : this.#isLate() ? BEHIND : BESIDE_RUNS;
    const nextInMs = isDone ? EVERY_MS : Math.min(EVERY_MS, tookMs * pace.pausePerPass);
    return { nextInMs, slackMs: Number.POSITIVE_INFINITY };
  }

  #isLate(): boolean {
    return !this.#isUpToDate && this.#options.clock.now().getTime() - this.#latest.getTime() > LATE_MS;
  }

  /** Resolves to whether all that has ended is summed up. */
  async #follow(pace: Pace, isOver: IsOver): Promise<boolean> {
    const { tenant, store, clock } = this.#options;
    this.#isUpToDate = false;
    for (;;) {
      if (isOver()) return false;
      // Each page begins behind the one before; another process may have been faster.
      // oxlint-disable-next-line no-await-in-loop
      const state = await store.rollups.state(tenant);
      // oxlint-disable-next-line no-await-in-loop
      const read = await this.#readOn({ from: state.position ?? BEFORE_ALL_ENDS }, pace, isOver);
      const at = clock.now();
      const isDue = state.at === null || at.getTime() - state.at.getTime() >= IDLE_WRITE_MS;
      if (read.isEmpty && !isDue) return (this.#isUpToDate = true);
      this.#latest = read.latest ?? this.#latest;
      const batch = { tenant, from: state.position, to: read.to, at, rows: read.rows, isDraft: false };
      // oxlint-disable-next-line no-await-in-loop
      if ((await store.rollups.add(batch)) && read.isAll) return (this.#isUpToDate = true);
    }
  }

  /** Goes on with sums that are made again; resolves to whether none are any more. */
  async #draft(isOver: IsOver): Promise<boolean> {
    const { tenant, store, clock } = this.#options;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const { draft, position: until } = await store.rollups.state(tenant);
      if (draft === null || until === null) return true;
      if (isOver()) return false;
      if (draft.position === until) {
        // oxlint-disable-next-line no-await-in-loop
        await this.#endDraft(draft);
        continue;
      }
      const { position: from, since } = draft;
      // oxlint-disable-next-line no-await-in-loop
      const { to, rows } = await this.#readOn({ from, until, since }, ASKED_FOR, isOver);
      // oxlint-disable-next-line no-await-in-loop
      await store.rollups.add({ tenant, from, to, at: clock.now(), rows, isDraft: true });
    }
  }

  /** Reads and sums up one page, and more of them while the sums are few: one write is enough for all. */
  async #readOn({ from, until, since }: Stretch, pace: Pace, isOver: IsOver): Promise<SummedUp> {
    const fold = new EndsFold(this.#options.tenant, since);
    let to = from;
    let runs = 0;
    let isAll: boolean;
    let latest: Date | null = null;
    do {
      // oxlint-disable-next-line no-await-in-loop
      const { ends, position } = await this.#reader.read(to, this.#pageSize, until);
      fold.add(ends);
      to = position;
      runs += ends.length;
      latest = ends.at(-1)?.run.completedAt ?? latest;
      isAll = ends.length < this.#pageSize;
    } while (!isAll && fold.size < pace.mostSums && runs < pace.mostRuns && !isOver());
    return { rows: fold.rows(), to, isEmpty: runs === 0, isAll, latest };
  }

  /** Puts the new sums in force, unless retention has removed runs of the time that the sums before have counted. */
  async #endDraft({ since, position }: RollupDraft): Promise<void> {
    const { tenant, store, clock, onWarning } = this.#options;
    const range = { from: since, before: new Date(clock.now().getTime() + GRAIN_MS.day), limit: 10_000 };
    const [made, inForce] = await Promise.all([
      store.rollups.draftDays(tenant),
      store.rollups.list({ tenant, grain: RollupGrain.Day, kind: "tenant", ...range }),
    ]);
    // Another process may have added to one of them meanwhile.
    if ((await store.rollups.state(tenant)).position !== position) return;
    const ofDay = new Map(made.map((row) => [row.at.getTime(), runsOf(row)]));
    const lacking = inForce.find((row) => (ofDay.get(row.at.getTime()) ?? 0) < runsOf(row));
    if (lacking !== undefined)
      onWarning(
        `Sums of tenant "${tenant}" since ${since.toISOString()} stay as they are: of the ${runsOf(lacking)} runs of ` +
          `${lacking.at.toISOString().slice(0, 10)} only ${ofDay.get(lacking.at.getTime()) ?? 0} are kept; choose a later day`,
      );
    await store.rollups.endDraft(tenant, lacking === undefined);
  }

  /** Removes what is kept no longer, once an hour; resolves to whether that is done. */
  async #trim(isOver: IsOver): Promise<boolean> {
    const { tenant, store, clock, settings } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs < this.#trimAtMs) return true;
    const kept = resolveTenantRetention((await settings.read()).retention);
    const days: readonly (readonly [RollupGrain, number])[] = [
      [RollupGrain.Hour, kept.hourlyReportDays],
      [RollupGrain.Day, kept.dailyReportDays],
      // As long as a day of them is kept.
      [RollupGrain.Week, kept.dailyReportDays + 7],
      [RollupGrain.FourWeeks, kept.dailyReportDays + 28],
    ];
    for (const [grain, keptDays] of days) {
      const before = new Date(clock.now().getTime() - keptDays * GRAIN_MS.day);
      let removed: number;
      do {
        if (isOver()) return false;
        // oxlint-disable-next-line no-await-in-loop
        removed = await store.rollups.remove(tenant, grain, before, REMOVED_AT_ONCE);
      } while (removed >= REMOVED_AT_ONCE);
    }
    this.#trimAtMs = nowMs + TRIM_EVERY_MS;
    return true;
  }
}

const HELD_FOR_MS = GRAIN_MS.day;

/** The position up to which runs are summed up, for retention: one that has not moved for a day no longer makes the store grow. */
export function heldBack({ position, at }: RollupState, now: Date): readonly string[] {
  const isMoving = at !== null && now.getTime() - at.getTime() < HELD_FOR_MS;
  return position !== null && isMoving ? [position] : [];
}

function runsOf({ figures: { succeeded, terminated, cancelled, skipped } }: Rollup): number {
  return succeeded + terminated + cancelled + skipped;
}

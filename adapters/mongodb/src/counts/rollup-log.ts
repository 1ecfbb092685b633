import type { JobState } from "@mojob/core";
import { isPartId, JOB_STATES, PART_ID } from "@mojob/core/ports";
import type { Collection, Document, Timestamp } from "mongodb";
import { A_DAY_MS, documentId } from "../documents/instance-document.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type {
  InstanceDocument,
  MinuteTotal,
  Removal,
  RollupDocument,
  StateTotal,
} from "../documents/mongodb-documents.ts";
import { greet, secondsOf, SETTLED_AFTER_SECONDS, stampOf } from "../connection/server-time.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { endedRuns, exactly, unchangedEndedRuns } from "../documents/typed-filter.ts";

/** How far behind the totals may be before they are brought up. */
const SEAL_EVERY_SECONDS = 3;
const MINUTE_MS = 60_000;
/** The pause after the totals were compared with the runs, as a multiple of what that took. */
const PAUSE_PER_COMPARISON = 100;

export type RemovedRun = Pick<
  InstanceDocument,
  "id" | "app" | "state" | "completedAt" | "changedAt" | "ended"
>;

/**
 * Whether a run is a part of another one, by its id: that is in the indexes which counts read. Most ids are before all of parts, and a
 * server may compile the pattern for each run.
 */
export const IS_PART_BY_ID: Document = {
  $cond: [{ $gte: ["$id", "~"] }, { $regexMatch: { input: "$id", regex: PART_ID } }, false],
};

type MinuteGroup = {
  readonly _id: {
    readonly app: string;
    readonly state: JobState;
    readonly at: Date | null;
    readonly isPart: boolean;
  };
  readonly count: number;
};

/**
 * Keeps how many runs ended, so that no query has to count them.
 *
 * One document a tenant says how many runs ended before an instant (`sealedTo`); later ones are few and counted when
 * asked for. Every change of it is one conditional write, what follows from it is noted in it and can be repeated, so a
 * process that dies in between leaves nothing wrong.
 */
export class RollupLog {
  readonly #store: StoreHandle;
  readonly #sealing = new Map<string, Promise<void>>();
  /** Until when the totals of a tenant are not far enough behind, by this process's own clock. */
  readonly #sealedUntilMs = new Map<string, number>();

  /** Until when the totals of a tenant are not compared with its runs, by the same clock. */
  readonly #comparedUntilMs = new Map<string, number>();

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  async read(tenant: string): Promise<RollupDocument> {
    return (
      (await this.#rollups.findOne({ _id: exactly(tenant) })) ?? {
        _id: tenant,
        version: 0,
        sealedTo: stampOf(0),
        totals: [],
        pending: [],
        removing: null,
        recountedAt: new Date(0),
        countsShards: true,
      }
    );
  }

  /** Brings the totals up where they are behind; one at a time in this process. */
  seal(tenant: string): Promise<void> {
    const running = this.#sealing.get(tenant);
    if (running !== undefined) return running;
    if (performance.now() < (this.#sealedUntilMs.get(tenant) ?? 0)) return Promise.resolve();
    const sealing = this.#seal(tenant)
      .then((leftSeconds) => void this.#sealedUntilMs.set(tenant, performance.now() + leftSeconds * 1000))
      .finally(() => this.#sealing.delete(tenant));
    this.#sealing.set(tenant, sealing);
    return sealing;
  }

  /**
   * Takes runs that were counted from the totals, those that were not to the minutes they ended in, and notes that all
   * of them go; resolves to whether the rollup still was what was read.
   */
  async announceRemoval(
    rollup: RollupDocument,
    removing: Removal,
    runs: readonly RemovedRun[],
  ): Promise<boolean> {
    await this.#applyPending(rollup);
    // One that an earlier version ended may not say so, and is in no total.
    const counted = runs.filter(
      ({ changedAt, ended }) => ended === true && changedAt.lessThan(rollup.sealedTo),
    );
    const totals = combine(
      rollup.totals,
      counted.map((run) => totalOf(run, isPartId(run.id), -1)),
    );
    const pending = runs
      .filter((run) => !counted.includes(run))
      .map((run) => ({ ...totalOf(run, isPartId(run.id), 1), at: minuteOf(run.completedAt) }));
    return this.#replace(rollup, { ...rollup, totals, pending, removing });
  }

  /** Removes what was announced, also by a process that died before it did. Resolves to how many there were. */
  async finishRemoval(rollup: RollupDocument): Promise<number> {
    const { _id: tenant, version, removing } = rollup;
    if (removing === null) return 0;
    const { instances, logs, tasks, taskFacts } = this.#store.collections;
    const { ids, until } = removing;
    await logs.deleteMany({ tenant: exactly(tenant), instanceId: { $in: [...ids] } });
    await taskFacts.deleteMany({ tenant: exactly(tenant), task: { $in: [...ids] } });
    await tasks.deleteMany({ _id: { $in: ids.map((id) => documentId(tenant, id)) } });
    const { deletedCount } = await instances.deleteMany(unchangedEndedRuns(tenant, ids, until));
    await this.#rollups.updateOne(
      { _id: exactly(tenant), version: exactly(version) },
      { $set: { removing: null } },
    );
    await this.#applyPending(rollup);
    return deletedCount;
  }

  /** How many runs ended in a time of the server's, by app, state and the minute they say. */
  async endedByMinute(
    tenant: string,
    window: { readonly from: Timestamp; readonly to?: Timestamp },
    app?: string,
  ): Promise<readonly MinuteTotal[]> {
    const at = { $dateTrunc: { date: "$completedAt", unit: "minute" } };
    const groups = await this.#store.collections.instances
      .aggregate<MinuteGroup>([
        { $match: endedRuns(tenant, window, app) },
        { $group: { _id: { app: "$app", state: "$state", at, isPart: IS_PART_BY_ID }, count: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, count }) => ({
      ...totalOf(_id, _id.isPart, count),
      at: _id.at ?? new Date(0),
    }));
  }

  /** Resolves to the seconds after which there may be something to seal again. */
  async #seal(tenant: string): Promise<number> {
    const rollup = await this.read(tenant);
    if (rollup.removing !== null) await this.finishRemoval(rollup);
    await this.#applyPending(rollup);
    const { now } = await greet(this.#store);
    const toSeconds = Math.floor(now.getTime() / 1000) - SETTLED_AFTER_SECONDS;
    const behindSeconds = toSeconds - secondsOf(rollup.sealedTo);
    if (behindSeconds < SEAL_EVERY_SECONDS)
      return Math.min(SEAL_EVERY_SECONDS, SEAL_EVERY_SECONDS - behindSeconds);
    const to = stampOf(toSeconds);
    const pending = await this.endedByMinute(tenant, { from: rollup.sealedTo, to });
    // The server may have removed old runs by itself, so once a day all are counted; and at once where there are fewer runs
    // than the totals say, because somebody removed them by hand.
    const isStale =
      rollup.countsShards !== true ||
      now.getTime() - rollup.recountedAt.getTime() > A_DAY_MS ||
      (await this.#hasLost(rollup));
    const totals = isStale
      ? combine(await this.endedByMinute(tenant, { from: stampOf(0), to }), [])
      : combine(rollup.totals, pending);
    const sealed = {
      ...rollup,
      sealedTo: to,
      totals,
      pending,
      removing: null,
      recountedAt: isStale ? now : rollup.recountedAt,
      countsShards: true as const,
    };
    if (await this.#replace({ ...rollup, removing: null, pending: [] }, sealed))
      await this.#applyPending({ ...sealed, version: rollup.version + 1 });
    return SEAL_EVERY_SECONDS;
  }

  /** Whether fewer runs are there than the totals say. It takes at most a hundredth of the time: a count of very many is rare. */
  async #hasLost({ _id: tenant, totals, sealedTo }: RollupDocument): Promise<boolean> {
    const begunMs = performance.now();
    const counted = totals.reduce((sum, { count }) => sum + count, 0);
    if (counted === 0 || begunMs < (this.#comparedUntilMs.get(tenant) ?? 0)) return false;
    const counting = endedRuns(tenant, { from: stampOf(0), to: sealedTo });
    const found = await this.#store.collections.instances.countDocuments(counting, { limit: counted });
    const endedMs = performance.now();
    this.#comparedUntilMs.set(tenant, endedMs + (endedMs - begunMs) * PAUSE_PER_COMPARISON);
    return found < counted;
  }

  /** Adds what was sealed last to its minutes; what was added already stays as it is. */
  async #applyPending({ _id: tenant, version, pending }: RollupDocument): Promise<void> {
    if (pending.length === 0) return;
    const { completions } = this.#store.collections;
    for (const [minuteMs, added] of Map.groupBy(pending, ({ at }) => at.getTime())) {
      const at = new Date(minuteMs);
      const _id = documentId(tenant, at.toISOString());
      const standing = await completions.findOne({ _id: exactly(_id) });
      if (standing !== null && standing.version >= version) continue;
      const expiresAt = new Date(Math.max(Date.now(), minuteMs) + A_DAY_MS);
      const totals = combine(standing?.totals ?? [], added);
      const document = { tenant, at, version, totals, expiresAt };
      if (standing !== null) {
        await completions.updateOne(
          { _id: exactly(_id), version: exactly(standing.version) },
          { $set: document },
        );
      } else {
        await completions.insertOne({ _id, ...document }).catch((error: unknown) => {
          // Another process adds the same.
          if (!isDuplicateKey(error)) throw error;
        });
      }
    }
    await this.#rollups.updateOne(
      { _id: exactly(tenant), version: exactly(version) },
      { $set: { pending: [] } },
    );
  }

  /** Writes the next version if what was read is still there. */
  async #replace(read: RollupDocument, next: RollupDocument): Promise<boolean> {
    const { _id, ...fields } = { ...next, version: read.version + 1 };
    try {
      const { matchedCount, upsertedCount } = await this.#rollups.updateOne(
        // A removal noted meanwhile fails this, too: it grows the version.
        { _id: exactly(_id), version: exactly(read.version) },
        { $set: fields },
        { upsert: read.version === 0 },
      );
      return matchedCount + upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  get #rollups(): Collection<RollupDocument> {
    return this.#store.collections.rollups;
  }
}

function minuteOf(at: Date | null | undefined): Date {
  return new Date(Math.floor((at?.getTime() ?? 0) / MINUTE_MS) * MINUTE_MS);
}

export function totalOf(
  { app, state }: Pick<StateTotal, "app" | "state">,
  isPart: boolean,
  count: number,
): StateTotal {
  return { app, state, count, ...(isPart && { shards: true as const }) };
}

/** Sums by app and state, those of parts by themselves. */
export function combine(a: readonly StateTotal[], b: readonly StateTotal[]): readonly StateTotal[] {
  const sums = new Map<string, StateTotal>();
  for (const { app, state, count, shards } of [...a, ...b]) {
    const name = `${app}\n${state}\n${shards}`;
    sums.set(name, totalOf({ app, state }, shards === true, (sums.get(name)?.count ?? 0) + count));
  }
  return [...sums.values()].filter(({ state, count }) => count !== 0 && JOB_STATES.includes(state));
}

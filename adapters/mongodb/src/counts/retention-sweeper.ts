import { isTerminal, type JobState } from "@mojob/core";
import { isFireAfter, JOB_STATES, type RetentionSweep } from "@mojob/core/ports";
import type { Filter, Timestamp } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { RunCounts } from "./run-counts.ts";
import { documentId } from "../documents/instance-document.ts";
import { parseEndPosition } from "../runs/ended-runs.ts";
import { endedRunsOfJob, oldRunsOfJob, partsOfRuns } from "../documents/retention-filter.ts";
import { type EndPosition, inOneBatch, runsOfJob, withIds } from "../documents/typed-filter.ts";

/** Faster than this no job gains runs; a job far below its bound need not be counted before it could have reached it. */
const MOST_RUNS_PER_MS = 5;
const MOST_TRIES = 10;
/** By these the size of the others is judged: between two runs lie all parts of the first. */
const FEW = 8;
/** Runs beyond the bound, parts included, up to which the search of the bound reads no more than a list does. */
const MANY = 10_000;
/** The pause after a longer search, as a multiple of what it took. */
const PAUSE_PER_SEARCH = 100;

type Candidate = Pick<
  InstanceDocument,
  "id" | "app" | "state" | "part" | "createdAt" | "changedAt" | "completedAt" | "ended" | "abandoned"
>;

/** Runs that are counted apart from the others. */
interface Kind {
  readonly states: readonly JobState[];
  readonly bound: "keep" | "keepSkipped";
  /** The pause after a search that found none beyond the bound: it reads all runs of a job, which may be very many. */
  readonly everyMs: number;
}

const KINDS: readonly Kind[] = [
  {
    states: JOB_STATES.filter((state) => isTerminal(state) && state !== "Skipped"),
    bound: "keep",
    everyMs: 0,
  },
  { states: ["Skipped"], bound: "keepSkipped", everyMs: 60_000 },
];

/** Some of the runs that expired; `isAll` says whether there are no more. */
interface Expired {
  readonly runs: readonly Candidate[];
  readonly isAll: boolean;
}

const PROJECTION = {
  _id: 0,
  id: 1,
  app: 1,
  state: 1,
  part: 1,
  createdAt: 1,
  changedAt: 1,
  completedAt: 1,
  ended: 1,
  abandoned: 1,
};

/** Removes what a job's retention no longer keeps, a bounded piece at a time, and takes it from the counts. */
export class RetentionSweeper {
  readonly #store: StoreHandle;
  readonly #counts: RunCounts;
  /** When a job could be beyond its bound at the earliest, by job and bound. */
  readonly #notBefore = new Map<string, number>();

  constructor(store: StoreHandle, counts: RunCounts) {
    this.#store = store;
    this.#counts = counts;
  }

  async sweep(retention: RetentionSweep): Promise<number> {
    const { tenant, limit } = retention;
    await this.#counts.log.seal(tenant);
    for (let removed = 0; ;) {
      const { runs, isAll } = await this.#findExpired({ ...retention, limit: limit - removed });
      const count = await this.#remove(tenant, runs);
      removed += count;
      if (isAll || count === 0 || removed >= limit) return removed;
    }
  }

  async #remove(tenant: string, runs: readonly Candidate[]): Promise<number> {
    if (runs.length === 0) return 0;
    const { log } = this.#counts;
    const removing = { ids: runs.map(({ id }) => id), until: latest(runs) };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const rollup = await log.read(tenant);
      if (rollup.removing !== null) {
        await log.finishRemoval(rollup);
        continue;
      }
      if (!(await log.announceRemoval(rollup, removing, runs))) continue;
      await log.finishRemoval(await log.read(tenant));
      return runs.length;
    }
    // Others are at it all the time; the next sweep goes on.
    return 0;
  }

  /** The oldest that are no longer kept, each with its parts. */
  async #findExpired(retention: RetentionSweep): Promise<Expired> {
    const { tenant, jobKey, limit, keepAfter = [], firesAfter } = retention;
    const readTo = keepAfter.map(parseEndPosition);
    const mayGo = (one: Candidate): boolean =>
      isTerminal(one.state) &&
      !one.abandoned &&
      readTo.every((position) => isUpTo(one, position)) &&
      (firesAfter === undefined || !isFireAfter(jobKey, one.id, firesAfter));
    const found: Expired[] = [await this.#findOld(retention)];
    for (const kind of KINDS) found.push(await this.#findSurplus(retention, kind));
    const distinct = new Map(found.flatMap((some) => some.runs).map((one) => [one.id, one]));
    const runs: Candidate[] = [];
    const partsOf = await this.#partsOf(tenant, [...distinct.keys()]);
    for (const run of [...distinct.values()].sort(byCreation)) {
      if (runs.length >= limit) break;
      const whole = [run, ...(partsOf.get(run.id) ?? [])];
      if (whole.every(mayGo)) runs.push(...whole);
    }
    const isAll = found.every((some) => some.isAll);
    if (isAll && runs.length < limit)
      runs.push(...(await this.#findAlone(retention, limit - runs.length)).filter(mayGo));
    return { runs, isAll };
  }

  #findOld({ tenant, jobKey, endedBefore, limit }: RetentionSweep): Promise<Expired> {
    return this.#oldest(tenant, oldRunsOfJob(tenant, jobKey, endedBefore, { parts: false }), limit);
  }

  /** The runs of a kind beyond its bound. */
  async #findSurplus(
    { tenant, jobKey, limit, ...bounds }: RetentionSweep,
    { states, bound, everyMs }: Kind,
  ): Promise<Expired> {
    const none = { runs: [], isAll: true };
    const keep = bounds[bound];
    const name = `${documentId(tenant, jobKey)}\n${bound} ${keep}`;
    const begunMs = performance.now();
    if (begunMs < (this.#notBefore.get(name) ?? 0)) return none;
    const { instances } = this.#store.collections;
    const all = await instances.countDocuments(runsOfJob(tenant, jobKey), { limit: keep + MANY + 1 });
    this.#notBefore.set(name, begunMs + Math.max(0, keep - all) / MOST_RUNS_PER_MS);
    if (all <= keep) return none;
    const [newestSurplus] = await instances
      .find(endedRunsOfJob(tenant, jobKey, states, null))
      .project<Candidate>({ _id: 0, id: 1, createdAt: 1 })
      .sort({ createdAt: -1, id: -1 })
      .skip(keep)
      .limit(1)
      .toArray();
    const endedMs = performance.now();
    if (all > keep + MANY) this.#notBefore.set(name, endedMs + (endedMs - begunMs) * PAUSE_PER_SEARCH);
    if (newestSurplus === undefined) {
      if (everyMs > 0) this.#notBefore.set(name, endedMs + everyMs);
      return none;
    }
    const { createdAt, id } = newestSurplus;
    const surplus = endedRunsOfJob(tenant, jobKey, states, { at: createdAt.getTime(), id });
    return this.#oldest(tenant, surplus, limit);
  }

  /** As many as have about `limit` runs with their parts. */
  async #oldest(tenant: string, filter: Filter<InstanceDocument>, limit: number): Promise<Expired> {
    const few = await this.#find(filter, FEW);
    if (few.length < FEW) return { runs: few, isAll: true };
    const ids = few.map(({ id }) => id);
    const parts = await this.#store.collections.instances.countDocuments(partsOfRuns(tenant, ids));
    const size = 1 + parts / FEW;
    const most = Math.max(FEW, Math.ceil(limit / size));
    const runs = most === FEW ? few : await this.#find(filter, most);
    return { runs, isAll: runs.length < most };
  }

  /** The parts of these runs, and theirs, by the run that they go with. */
  async #partsOf(tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, readonly Candidate[]>> {
    const found = new Map<string, Candidate[]>();
    const rootOf = new Map(ids.map((id) => [id, id]));
    for (let level = ids; level.length > 0;) {
      const parts = await this.#store.collections.instances
        .find(partsOfRuns(tenant, level))
        .project<Candidate>(PROJECTION)
        .toArray();
      for (const part of parts) {
        const root = rootOf.get(part.part?.of ?? "") ?? "";
        rootOf.set(part.id, root);
        found.set(root, [...(found.get(root) ?? []), part]);
      }
      level = parts.map(({ id }) => id);
    }
    return found;
  }

  /** Old parts whose whole is not there. */
  async #findAlone(
    { tenant, jobKey, endedBefore }: RetentionSweep,
    limit: number,
  ): Promise<readonly Candidate[]> {
    const parts = await this.#find(oldRunsOfJob(tenant, jobKey, endedBefore, { parts: true }), limit);
    const ids = [...new Set(parts.map(({ part }) => part?.of ?? ""))];
    if (ids.length === 0) return [];
    const whole = await this.#store.collections.instances
      .find(withIds(tenant, ids), inOneBatch(ids.length))
      .project<Pick<Candidate, "id">>({ _id: 0, id: 1 })
      .toArray();
    const there = new Set(whole.map(({ id }) => id));
    return parts.filter(({ part }) => !there.has(part?.of ?? ""));
  }

  #find(filter: Filter<InstanceDocument>, limit: number): Promise<Candidate[]> {
    return this.#store.collections.instances
      .find(filter)
      .project<Candidate>(PROJECTION)
      .sort({ createdAt: 1, id: 1 })
      .limit(limit)
      .toArray();
  }
}

/** Whether the run stands at this position of `endedAfter` or before it. */
function isUpTo({ changedAt, id }: Candidate, position: EndPosition): boolean {
  return changedAt.lessThan(position.at) || (changedAt.equals(position.at) && id <= position.id);
}

function byCreation(a: Candidate, b: Candidate): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function latest(candidates: readonly Candidate[]): Timestamp {
  return candidates.map(({ changedAt }) => changedAt).reduce((a, b) => (a.greaterThan(b) ? a : b));
}

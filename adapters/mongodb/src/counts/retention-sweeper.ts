import type { RetentionSweep } from "@mojob/core/ports";
import type { Filter, Timestamp } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import type { RunCounts } from "./run-counts.ts";
import { documentId } from "../documents/instance-document.ts";
import { parseEndPosition } from "../runs/ended-runs.ts";
import { type EndPosition, endedRunsOfJob, oldRunsOfJob, runsOfJob } from "../documents/typed-filter.ts";

/** Faster than this no job gains runs; a job far below its bound need not be counted before it could have reached it. */
const MOST_RUNS_PER_MS = 5;
const MOST_TRIES = 10;

type Candidate = Pick<
  InstanceDocument,
  "id" | "app" | "state" | "createdAt" | "changedAt" | "completedAt" | "ended"
>;

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
    const { log } = this.#counts;
    await log.seal(tenant);
    const found = [...(await this.#findOld(retention)), ...(await this.#findSurplus(retention))];
    const readTo = (retention.keepAfter ?? []).map(parseEndPosition);
    const candidates = [...new Map(found.map((one) => [one.id, one])).values()]
      .filter((one) => readTo.every((position) => isUpTo(one, position)))
      .sort(byCreation)
      .slice(0, limit);
    if (candidates.length === 0) return 0;
    const removing = { ids: candidates.map(({ id }) => id), until: latest(candidates) };
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const rollup = await log.read(tenant);
      if (rollup.removing !== null) {
        await log.finishRemoval(rollup);
        continue;
      }
      if (!(await log.announceRemoval(rollup, removing, candidates))) continue;
      await log.finishRemoval(await log.read(tenant));
      return candidates.length;
    }
    // Others are at it all the time; the next sweep goes on.
    return 0;
  }

  #findOld({ tenant, jobKey, endedBefore, limit }: RetentionSweep): Promise<Candidate[]> {
    return this.#find(oldRunsOfJob(tenant, jobKey, endedBefore), limit);
  }

  async #findSurplus({ tenant, jobKey, keep, limit }: RetentionSweep): Promise<Candidate[]> {
    const name = `${documentId(tenant, jobKey)}\n${keep}`;
    const nowMs = performance.now();
    if (nowMs < (this.#notBefore.get(name) ?? 0)) return [];
    const { instances } = this.#store.collections;
    const all = await instances.countDocuments(runsOfJob(tenant, jobKey), { limit: keep + 1 });
    this.#notBefore.set(name, nowMs + Math.max(0, keep - all) / MOST_RUNS_PER_MS);
    if (all <= keep) return [];
    const [newestSurplus] = await instances
      .find(endedRunsOfJob(tenant, jobKey, null))
      .project<Candidate>({ _id: 0, id: 1, createdAt: 1 })
      .sort({ createdAt: -1, id: -1 })
      .skip(keep)
      .limit(1)
      .toArray();
    if (newestSurplus === undefined) return [];
    const { createdAt, id } = newestSurplus;
    return this.#find(endedRunsOfJob(tenant, jobKey, { at: createdAt.getTime(), id }), limit);
  }

  #find(filter: Filter<InstanceDocument>, limit: number): Promise<Candidate[]> {
    return this.#store.collections.instances
      .find(filter)
      .project<Candidate>({
        _id: 0,
        id: 1,
        app: 1,
        state: 1,
        createdAt: 1,
        changedAt: 1,
        completedAt: 1,
        ended: 1,
      })
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

import type { JobState } from "@mojob/core";
import { type CompletionMinute, type CountedRuns, JOB_STATES, toCompletionMinutes } from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import type { RollupDocument, StateTotal } from "../documents/mongodb-documents.ts";
import { IS_PART_BY_ID, RollupLog, totalOf } from "./rollup-log.ts";
import { exactly, endedRuns, openRuns } from "../documents/typed-filter.ts";

const MINUTE_MS = 60_000;
/** A read that another process's write crossed is repeated; more often than this it never is. */
const MOST_READS = 10;

type StateGroup = {
  readonly _id: { readonly app: string; readonly state: JobState; readonly isPart: boolean };
  readonly count: number;
};

/** Counts runs: those that ended by the rollup, open and newest ones by an index. */
export class RunCounts {
  readonly log: RollupLog;
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
    this.log = new RollupLog(store);
  }

  byState(
    tenant: string,
    app?: string,
    { parts: withParts = true }: CountedRuns = {},
  ): Promise<Readonly<Record<JobState, number>>> {
    return this.#consistently(tenant, async (rollup) => {
      const counts = Object.fromEntries(JOB_STATES.map((state) => [state, 0])) as Record<JobState, number>;
      const add = ({ state, count, shards }: StateTotal): void => {
        if (withParts || shards === undefined) counts[state] += count;
      };
      rollup.totals.filter((total) => app === undefined || total.app === app).forEach(add);
      // A removal that was noted is out of the totals; what it has not removed yet, and was never in them, still counts.
      const found = await Promise.all([
        this.#group(openRuns(tenant, app)),
        this.#group(endedRuns(tenant, { from: rollup.sealedTo }, app)),
      ]);
      found.flat().forEach(add);
      return counts;
    });
  }

  completions(
    tenant: string,
    since: Date,
    app?: string,
    { parts: withParts = true }: CountedRuns = {},
  ): Promise<readonly CompletionMinute[]> {
    const firstMs = Math.floor(since.getTime() / MINUTE_MS) * MINUTE_MS;
    return this.#consistently(tenant, async (rollup) => {
      const [minutes, newest] = await Promise.all([
        this.#store.collections.completions
          .find({ tenant: exactly(tenant), at: { $gte: new Date(firstMs) } })
          .toArray(),
        this.log.endedByMinute(tenant, { from: rollup.sealedTo }, app),
      ]);
      const added = new Set(
        minutes.filter(({ version }) => version >= rollup.version).map(({ at }) => at.getTime()),
      );
      const pending = rollup.pending.filter(({ at }) => !added.has(at.getTime()));
      const stored = minutes.flatMap(({ at, totals }) => totals.map((total) => ({ at, ...total })));
      return toCompletionMinutes(
        [...stored, ...pending, ...newest].filter(
          (total) =>
            total.at.getTime() >= firstMs &&
            (app === undefined || total.app === app) &&
            (withParts || total.shards === undefined),
        ),
      );
    });
  }

  async #consistently<Answer>(
    tenant: string,
    body: (rollup: RollupDocument) => Promise<Answer>,
  ): Promise<Answer> {
    let rollup = await this.log.read(tenant);
    for (let reads = 1; ; reads += 1) {
      if (rollup.removing !== null) {
        await this.log.finishRemoval(rollup);
        rollup = await this.log.read(tenant);
      }
      const answer = await body(rollup);
      const latest = await this.log.read(tenant);
      const isSame = latest.version === rollup.version && latest.pending.length === rollup.pending.length;
      if (isSame || reads === MOST_READS) {
        // Not awaited: it serves the next call, and this one has its result.
        this.log.seal(tenant).catch(() => {});
        return answer;
      }
      rollup = latest;
    }
  }

  async #group(match: object): Promise<readonly StateTotal[]> {
    const groups = await this.#store.collections.instances
      .aggregate<StateGroup>([
        { $match: match },
        { $group: { _id: { app: "$app", state: "$state", isPart: IS_PART_BY_ID }, count: { $sum: 1 } } },
      ])
      .toArray();
    return groups.map(({ _id, count }) => totalOf(_id, _id.isPart, count));
  }
}

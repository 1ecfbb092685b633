import type { JobState } from "@mojob/core";
import {
  type Admission,
  type AdmissionResult,
  type Arrival,
  type ArrivalResult,
  type EndAndAdmit,
  type EndResult,
  type EndedPage,
  type IMoInstanceStore,
  type InstanceChange,
  type JobInstance,
  type LaneQuery,
  type OpenInstanceQuery,
  type Page,
  type PageRequest,
  parseCreationPosition,
  toCreationPage,
} from "@mojob/core/ports";
import { parseEndPosition, toEndPosition } from "./end-position.ts";
import type { Database } from "../link/database.ts";
import { toOpenQuery } from "../rows/run-query.ts";
import { notifyOfRuns } from "./run-changes.ts";
import type { StoreWatchers } from "./store-watchers.ts";

/** Keeps runs in a SQLite file. */
export class InstanceStoreSqlite implements IMoInstanceStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    const standing = await this.#database.write(
      ({ runWrites }) => runWrites.insertAll(instances),
      instances.length,
    );
    this.#notify(instances.filter((_, index) => standing[index] === null));
    return standing;
  }

  async insertOrWait(arrivals: readonly Arrival[]): Promise<readonly ArrivalResult[]> {
    const answers = await this.#database.write(
      ({ runWrites }) => runWrites.insertOrWait(arrivals),
      arrivals.length,
    );
    this.#notify(
      answers.flatMap((answer, index) => {
        if (answer.outcome === "taken") return [];
        return [answer.outcome === "waits" ? answer.instance : (arrivals[index] as Arrival).instance];
      }),
    );
    return answers;
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionResult[]> {
    const answers = await this.#database.write(
      ({ runWrites }) => runWrites.admit(admissions),
      admissions.length,
    );
    this.#notify(answers.flatMap((answer) => ("instance" in answer ? [answer.instance] : [])));
    return answers;
  }

  async update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const written = await this.#database.write(({ runWrites }) => runWrites.update(changes), changes.length);
    this.#notify(written.filter((run) => run !== null));
    for (const [index, run] of written.entries())
      if (run?.state === "Processing" && changes[index]?.set.cancelRequestedAt) this.#notifyOfCancel(run);
    return written.map((run) => run !== null);
  }

  async endAndAdmit(ends: readonly EndAndAdmit[]): Promise<readonly EndResult[]> {
    const written = await this.#database.write(({ runWrites }) => runWrites.endAndAdmit(ends), ends.length);
    this.#notify(written.flatMap(({ ended, begun }) => [ended, begun].filter((run) => run !== null)));
    return written.map(({ ended, begun, othersWait }) => ({ isWritten: ended !== null, begun, othersWait }));
  }

  get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    return this.#database.read(({ runReads }) => runReads.get(tenant, ids));
  }

  getByUniqueKey(tenant: string, uniqueKeys: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    return this.#database.read(({ runReads }) => runReads.getByUniqueKey(tenant, uniqueKeys));
  }

  firstWaiting(lanes: readonly LaneQuery[]): Promise<readonly (readonly JobInstance[])[]> {
    return this.#database.read(({ runReads }) => lanes.map((query) => runReads.firstWaiting(query)));
  }

  async findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    const after = parseCreationPosition(page.cursor);
    const asked = toOpenQuery(query);
    const runs = await this.#database.read(({ runReads }) => runReads.findOpen(asked, after, page.limit + 1));
    return toCreationPage(runs, page.limit, (run) => run);
  }

  async endedAfter(
    tenant: string,
    position: string | null,
    limit: number,
    states?: readonly JobState[],
    until?: string,
  ): Promise<EndedPage> {
    if (position === null) {
      const last = await this.#database.read(({ runReads }) => runReads.lastEnd());
      return { runs: [], position: toEndPosition(last) };
    }
    const after = parseEndPosition(position);
    const last = until === undefined ? undefined : parseEndPosition(until);
    const { ends, to } = await this.#database.read(({ runReads }) =>
      runReads.endedAfter(tenant, after, limit, { states, last }),
    );
    const isDone = until !== undefined && ends.length < limit;
    return { runs: ends, position: isDone ? until : toEndPosition(to) };
  }

  #notify(runs: readonly JobInstance[]): void {
    if (this.#watchers.isWatched("instance")) notifyOfRuns(this.#watchers, runs);
  }

  #notifyOfCancel({ tenant, app, id, jobKey }: JobInstance): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "cancel", id, jobKey } }]);
  }
}

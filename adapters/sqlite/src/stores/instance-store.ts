import {
  type Admission,
  type AdmissionAnswer,
  type Arrival,
  type ArrivalAnswer,
  type EndAndAdmit,
  type EndAnswer,
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
import { toAdmissionRows, toArrivalRows, toChangeRow, toEndRows } from "../rows/change-row.ts";
import { toOpenQuery } from "../rows/run-query.ts";
import { toInstance, toRunRow, toSummary } from "../rows/run-row.ts";
import { notifyOfRuns } from "./run-changes.ts";
import type { StoreWatchers } from "./store-watchers.ts";

const RECORDED: ArrivalAnswer = { outcome: "recorded" };

/** Keeps runs in a SQLite file. */
export class InstanceStoreSqlite implements IMoInstanceStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async insert(instances: readonly JobInstance[]): Promise<readonly (JobInstance | null)[]> {
    const standing = await this.#database.call("insertRuns", instances.map(toRunRow));
    if (this.#watchers.isWatched("instance"))
      notifyOfRuns(
        this.#watchers,
        instances.filter((_, index) => standing[index] === null),
      );
    return standing.map((row) => (row === null ? null : toInstance(row)));
  }

  async insertOrWait(arrivals: readonly Arrival[]): Promise<readonly ArrivalAnswer[]> {
    const outcomes = await this.#database.call("insertOrWaitRuns", toArrivalRows(arrivals));
    const answers = outcomes.map((outcome, index): ArrivalAnswer => {
      if (outcome === null) return RECORDED;
      if ("standing" in outcome) return { outcome: "taken", instance: toInstance(outcome.standing) };
      const { instance, waiting } = arrivals[index] as Arrival;
      const { reason = null } = waiting ?? {};
      return { outcome: "waits", instance: { ...instance, slot: null, reason, turn: outcome.turn } };
    });
    if (this.#watchers.isWatched("instance"))
      notifyOfRuns(
        this.#watchers,
        answers.flatMap((answer, index) => {
          if (answer.outcome === "taken") return [];
          return [answer.outcome === "waits" ? answer.instance : (arrivals[index] as Arrival).instance];
        }),
      );
    return answers;
  }

  async admit(admissions: readonly Admission[]): Promise<readonly AdmissionAnswer[]> {
    const outcomes = await this.#database.call("admitRuns", toAdmissionRows(admissions));
    const answers = outcomes.map((one): AdmissionAnswer =>
      "run" in one ? { outcome: one.outcome, instance: toInstance(one.run) } : one,
    );
    if (this.#watchers.isWatched("instance"))
      notifyOfRuns(
        this.#watchers,
        answers.flatMap((answer) => ("instance" in answer ? [answer.instance] : [])),
      );
    return answers;
  }

  async update(changes: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const shown = this.#shownChanges(changes);
    const written = await this.#database.call("updateRuns", changes.map(toChangeRow), shown);
    if (shown.length > 0) {
      const asked = new Set(
        changes.filter(({ set }) => set.cancelRequestedAt).map(({ tenant, id }) => `${tenant}\n${id}`),
      );
      const runs = written.flatMap((row) => (typeof row === "boolean" ? [] : [toSummary(row)]));
      notifyOfRuns(this.#watchers, runs, ({ tenant, id }) => asked.has(`${tenant}\n${id}`));
    }
    return written.map((row) => row !== false);
  }

  async endAndAdmit(ends: readonly EndAndAdmit[]): Promise<readonly EndAnswer[]> {
    const outcomes = await this.#database.call("endAndAdmitRuns", toEndRows(ends));
    const answers = outcomes.map(({ ended, begun, othersWait }) => ({
      isWritten: ended !== null,
      begun: begun === null ? null : toInstance(begun),
      othersWait,
    }));
    if (this.#watchers.isWatched("instance"))
      notifyOfRuns(
        this.#watchers,
        outcomes.flatMap(({ ended, begun }) => [ended, begun].filter((row) => row !== null).map(toSummary)),
      );
    return answers;
  }

  /** The changes whose runs are read for watchers: every worker watches cancels, and hardly any change is one. */
  #shownChanges(changes: readonly InstanceChange[]): readonly number[] {
    const isEach = this.#watchers.isWatched("instance");
    if (!isEach && !this.#watchers.isWatched("cancel")) return [];
    return changes.flatMap(({ set }, index) => (isEach || set.cancelRequestedAt ? [index] : []));
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (JobInstance | null)[]> {
    const rows = await this.#database.call("getRuns", tenant, ids);
    return rows.map((row) => (row === null ? null : toInstance(row)));
  }

  async getByUniqueKey(
    tenant: string,
    uniqueKeys: readonly string[],
  ): Promise<readonly (JobInstance | null)[]> {
    const rows = await this.#database.call("getRunsByUniqueKey", tenant, uniqueKeys);
    return rows.map((row) => (row === null ? null : toInstance(row)));
  }

  async firstWaiting(lanes: readonly LaneQuery[]): Promise<readonly (readonly JobInstance[])[]> {
    const found = await this.#database.call("firstWaiting", lanes);
    return found.map((rows) => rows.map(toInstance));
  }

  async findOpen(query: OpenInstanceQuery, page: PageRequest): Promise<Page<JobInstance>> {
    const after = parseCreationPosition(page.cursor);
    const rows = await this.#database.call("findOpenRuns", toOpenQuery(query), after, page.limit + 1);
    return toCreationPage(rows, page.limit, toInstance);
  }

  findCancelRequested(tenant: string, ids: readonly string[]): Promise<readonly string[]> {
    return this.#database.call("findCancelRequested", tenant, ids);
  }

  async endedAfter(tenant: string, position: string | null, limit: number): Promise<EndedPage> {
    if (position === null) return { runs: [], position: toEndPosition(await this.#database.call("lastEnd")) };
    const after = parseEndPosition(position);
    const rows = await this.#database.call("endedAfter", tenant, after, limit);
    return {
      runs: rows.map(([, row]) => toSummary(row)),
      position: toEndPosition(rows.at(-1)?.[0] ?? after),
    };
  }
}

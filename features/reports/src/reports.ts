import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  invalidInput,
  issueAt,
  type Report,
  type ReportedSubject,
  type ReportQuery,
  type ReportState,
  type WorstReport,
} from "@mojob/core/engine";
import {
  type PerRequester,
  type Requester,
  byText,
  type ReportService,
  type ServiceParts,
  resolveTenantRetention,
} from "@mojob/core/feature";
import { BEFORE_ALL_ENDS, FiguresSum, GRAIN_MS, grainOf, RollupGrain } from "@mojob/core/ports";
import { readMarks } from "./marks.ts";
import { bucketAt, totalOf } from "./report-figures.ts";
import { type ReportRequest, resolveReportRequest } from "./report-request.ts";
import { MOST_ROWS, type Reading, readRows, type RowSubject, selectRows, tallyRows } from "./report-rows.ts";
import { type KnownWeeks, piecesOf } from "./report-times.ts";
import {
  byRuns,
  type Compared,
  type ComparedTimes,
  type Subject,
  sumSubjects,
  tallySubjects,
} from "./sum-subjects.ts";
import { failuresOf, p95Of, slow, suspects, worse } from "./worse-subjects.ts";

const MOST_SUBJECTS = 100;
const BUSIEST = 10;
const LONGEST = 5;
const MINUTE_MS = 60_000;

export type ReportsOptions = Pick<ServiceParts, "tenant" | "store" | "cache" | "clock" | "settings">;

interface SummedTime extends Compared {
  readonly buckets: ReadonlyMap<number, FiguresSum>;
}

/** What is made of sums alone. */
export type MadeReports = Pick<ReportService, "report" | "worst" | "state" | "rebuild">;

/** The longest run of a job. */
export interface LongestRun extends RowSubject {
  readonly maxMs: number;
}

/** Makes reports of the sums that `RollupDuty` keeps. */
export class Reports implements PerRequester<MadeReports> {
  readonly #options: ReportsOptions;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  async report(requester: Requester, query: ReportQuery): Promise<Report> {
    const request = await this.#resolve(query, "make a report");
    const { from, to, grain, by } = request;
    const [[{ now, before, buckets }, { subjects, subjectsTotal }], { countedAt }, marks] = await Promise.all(
      [
        this.#steadily("make a report", (read, weeks) =>
          Promise.all([
            this.#sumOverTime(requester, request, read, weeks),
            this.#mostRuns(requester, request, read, weeks),
          ]),
        ),
        this.state(),
        readMarks(this.#options, requester, request),
      ],
    );
    return {
      from,
      to,
      grain,
      by,
      countedAt,
      total: totalOf(now.figures()),
      before: totalOf(before.figures()),
      buckets: [...buckets].map(([atMs, sum]) => bucketAt(new Date(atMs), sum.figures())),
      subjects,
      subjectsTotal,
      busiest: grain === RollupGrain.Hour ? busiestOf(buckets) : [],
      marks,
    };
  }

  async worst(requester: Requester, query: ReportQuery): Promise<WorstReport> {
    const doing = "compare subjects";
    const by = query.by ?? "job";
    if (by === "tenant")
      throw invalidInput(doing, [
        issueAt("/by", "not_one_of", { values: ["app", "job", "node", "executor", "tag"] }),
      ]);
    const request = await this.#resolve({ ...query, by }, doing);
    const { from, to, grain } = request;
    const [worst, { countedAt }] = await Promise.all([
      this.#steadily(doing, (read, weeks) => this.#worst(requester, request, read, weeks)),
      this.state(),
    ]);
    return { from, to, grain, by: request.by, countedAt, ...worst };
  }

  /** The jobs whose runs took longest: of those whose percentiles are highest, as far as their sums show. */
  async longest(requester: Requester, query: ReportQuery): Promise<readonly LongestRun[]> {
    const request = await this.#resolve({ ...query, by: "job" }, "find the longest runs");
    return this.#steadily("find the longest runs", async (read, weeks) => {
      const rows = await selectRows(this.#options, requester, request);
      const times = { now: timesOf(request, weeks).now, before: [] };
      const slowest = slow(await tallySubjects(read, rows, times));
      const sums = await sumSubjects(read, rows, times, slowest);
      return sums
        .map(({ id, app, now }) => ({ id, app, maxMs: now.figures().duration.max }))
        .toSorted((a, b) => b.maxMs - a.maxMs || byText(a.id, b.id))
        .slice(0, LONGEST);
    });
  }

  /** The keys of jobs of which runs ended. */
  async jobsWithRuns(requester: Requester, query: ReportQuery): Promise<ReadonlySet<string>> {
    const doing = "find jobs with runs";
    const request = await this.#resolve({ ...query, by: "job" }, doing);
    return this.#steadily(doing, async (read, weeks) => {
      const rows = await selectRows(this.#options, requester, request);
      const tallies = await tallyRows(read, rows, timesOf(request, weeks).now);
      return new Set(tallies.filter(({ runs }) => runs > 0).map(({ id }) => id));
    });
  }

  async state(): Promise<ReportState> {
    const { at, draft } = await this.#options.store.rollups.state(this.#options.tenant);
    return { countedAt: at, rebuild: draft && { since: draft.since, begunAt: draft.at } };
  }

  async rebuild({ apps, by }: Requester, since: Date): Promise<ReportState> {
    const { tenant, store, clock } = this.#options;
    if (!apps.isAll)
      throw new MoJobError(
        MoJobErrorCode.Forbidden,
        `Cannot make sums again as "${by ?? "code"}": they are of the whole tenant, and the caller is limited to apps`,
      );
    const draft = {
      since: grainOf(since, RollupGrain.Day),
      position: BEFORE_ALL_ENDS,
      at: clock.now(),
    };
    if (await store.rollups.beginDraft(tenant, draft)) return this.state();
    throw invalidInput("make sums again", [issueAt("", "report_rebuilding")]);
  }

  async #resolve(query: ReportQuery, doing: string): Promise<ReportRequest> {
    const { clock, settings } = this.#options;
    const kept = resolveTenantRetention((await settings.read()).retention);
    return resolveReportRequest(query, clock.now(), kept, doing);
  }

  /** Reads once more where sums that have been made again were put in force in the middle. */
  async #steadily<Result>(
    doing: string,
    read: (reading: Reading, weeks: KnownWeeks) => Promise<Result>,
  ): Promise<Result> {
    const { tenant, store } = this.#options;
    let state = await store.rollups.state(tenant);
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop
      const result = await read({ store: store.rollups, budget: { left: MOST_ROWS }, doing }, state);
      // oxlint-disable-next-line no-await-in-loop
      const after = await store.rollups.state(tenant);
      if (after.generations.at(-1)?.number === state.generations.at(-1)?.number) return result;
      state = after;
    }
  }

  /** What became of the runs that the filters of a request select, over time. */
  async #sumOverTime(
    requester: Requester,
    request: ReportRequest,
    read: Reading,
    weeks: KnownWeeks,
  ): Promise<SummedTime> {
    const { from, to, grain } = request;
    const buckets = new Map<number, FiguresSum>();
    for (let atMs = from.getTime(); atMs < to.getTime(); atMs += GRAIN_MS[grain])
      buckets.set(atMs, new FiguresSum());
    const rows = await selectRows(this.#options, requester, { ...request, by: "tenant" });
    for await (const page of readRows(read, rows, [{ grain, from, before: to }]))
      for (const row of page) buckets.get(row.at.getTime())?.add(row.figures);
    const before = new FiguresSum();
    for await (const page of readRows(read, rows, timesOf(request, weeks).before))
      for (const row of page) before.add(row.figures);
    const now = new FiguresSum();
    for (const sum of buckets.values()) now.add(sum.figures());
    return { now, before, buckets };
  }

  async #mostRuns(
    requester: Requester,
    request: ReportRequest,
    read: Reading,
    weeks: KnownWeeks,
  ): Promise<Pick<Report, "subjects" | "subjectsTotal">> {
    if (request.by === "tenant") return { subjects: [], subjectsTotal: 0 };
    const rows = await selectRows(this.#options, requester, request);
    const times = timesOf(request, weeks);
    const tallied = rows.areSubjects ? byRuns(await tallySubjects(read, rows, times)) : null;
    const shown = tallied?.slice(0, MOST_SUBJECTS) ?? null;
    const sums = await sumSubjects(read, rows, times, shown);
    const subjects = sums
      .map(shownOf)
      .toSorted((a, b) => b.total.runs - a.total.runs || byText(a.id, b.id))
      .slice(0, MOST_SUBJECTS);
    return { subjects, subjectsTotal: tallied?.length ?? sums.length };
  }

  async #worst(
    requester: Requester,
    request: ReportRequest,
    read: Reading,
    weeks: KnownWeeks,
  ): Promise<Pick<WorstReport, "failures" | "duration" | "lateness">> {
    const rows = await selectRows(this.#options, requester, request);
    const times = timesOf(request, weeks);
    const tallied = rows.areSubjects ? await tallySubjects(read, rows, times) : null;
    const looked = tallied && [...suspects(tallied, "duration"), ...suspects(tallied, "lateness")];
    const sums = (await sumSubjects(read, rows, times, looked)).map(shownOf);
    const compared = sums.map(({ total, ...subject }) => ({ ...subject, now: total }));
    return {
      failures:
        tallied === null ? worse(compared, ({ terminated }) => terminated) : worse(tallied, failuresOf),
      duration: worse(compared, p95Of("duration")),
      lateness: worse(compared, p95Of("lateness")),
    };
  }
}

/** The times of a report and before it, of the fewest rows. */
function timesOf(request: ReportRequest, weeks: KnownWeeks): ComparedTimes {
  const { from, to, grain } = request;
  const earliest = new Date(2 * from.getTime() - to.getTime());
  return {
    now: piecesOf({ grain, from, before: to }, weeks),
    before: piecesOf({ grain, from: earliest, before: from }, weeks),
  };
}

function shownOf({ id, app, now, before }: Subject): ReportedSubject {
  return { id, app, total: totalOf(now.figures()), before: totalOf(before.figures()) };
}

function busiestOf(buckets: ReadonlyMap<number, FiguresSum>): Report["busiest"] {
  const minutes = [...buckets].flatMap(([hourMs, sum]) =>
    Object.entries(sum.figures().minutes).map(([minute, runs]) => ({
      at: new Date(hourMs + Number(minute) * MINUTE_MS),
      runs,
    })),
  );
  return minutes.toSorted((a, b) => b.runs - a.runs || a.at.getTime() - b.at.getTime()).slice(0, BUSIEST);
}

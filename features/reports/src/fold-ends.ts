import { JobState } from "@mojob/core";
import {
  coarserRollups,
  FiguresSum,
  grainOf,
  type JobInstanceSummary,
  type Rollup,
  type RollupFigures,
  RollupGrain,
  type RollupKey,
  RollupKind,
} from "@mojob/core/ports";

/** An ended run with what its record in lists does not say. */
export interface EndedRun {
  readonly run: JobInstanceSummary;
  /** The code of its failure, where it failed for good. */
  readonly code: string | null;
  /** The name of who executed it; `null` where nobody did. */
  readonly executor: string | null;
  /** Of a part: the key of the job whose run it is a part of. */
  readonly wholeJob: string | null;
  /** Of a node of a task: the node. */
  readonly node: string | null;
}

const UNSAID = "unsaid";
const MINUTE_MS = 60_000;

const ENDS: Readonly<Partial<Record<JobState, "succeeded" | "terminated" | "cancelled" | "skipped">>> = {
  Succeeded: "succeeded",
  Terminated: "terminated",
  Cancelled: "cancelled",
  Skipped: "skipped",
};

/**
 * Sums up ended runs by hour, day, week and four weeks. A run counts for its tenant, its app and its job; a part of another one does not, because the whole
 * stands for it, but what it kept workers busy with counts for the whole's. Nodes of tasks and executors have sums of their own.
 */
export class EndsFold {
  readonly #tenant: string;
  readonly #since: Date | null;
  readonly #hours = new Map<string, { readonly key: RollupKey; readonly sum: FiguresSum }>();

  /** @param since runs that ended before are left out @default none are */
  constructor(tenant: string, since: Date | null = null) {
    this.#tenant = tenant;
    this.#since = since;
  }

  /** How many sums of hours there are. */
  get size(): number {
    return this.#hours.size;
  }

  add(ends: readonly EndedRun[]): void {
    for (const end of ends) this.#add(end);
  }

  /** All sums; nothing is added after. */
  rows(): readonly Rollup[] {
    this.#addWholes();
    const rows = [...this.#hours.values()].map(({ key, sum }) => ({ ...key, figures: figuresOf(key, sum) }));
    const days = coarserRollups(rows, RollupGrain.Day);
    const weeks = coarserRollups(days, RollupGrain.Week);
    return [...rows, ...days, ...weeks, ...coarserRollups(weeks, RollupGrain.FourWeeks)];
  }

  #add(end: EndedRun): void {
    const { executor, node } = end;
    const { app, part, jobKey, completedAt } = end.run;
    if (completedAt === null || (this.#since !== null && completedAt < this.#since)) return;
    const at = grainOf(completedAt, RollupGrain.Hour);
    const job = end.wholeJob ?? jobKey;
    if (node !== null) countEnd(this.#sumOf(at, RollupKind.Node, app, `${job}#${node}`), end);
    if (executor !== null) countEnd(this.#sumOf(at, RollupKind.Executor, app, executor), end);
    const workMs = workOf(end);
    if (part !== null && workMs === 0) return;
    const ofJob = this.#sumOf(at, RollupKind.Job, app, job);
    if (part !== null) {
      ofJob.count("workMs", workMs);
      ofJob.use(end.run.usage?.cpuMs, end.run.usage?.peakMemoryBytes);
      return;
    }
    countEnd(ofJob, end);
    ofJob.name("minutes", String(Math.floor((completedAt.getTime() - at.getTime()) / MINUTE_MS)));
  }

  /** An app is the sum of its jobs, and the tenant that of its apps: they are added up once for each job, not for each run. */
  #addWholes(): void {
    for (const { key, sum } of this.#hours.values()) {
      if (key.kind !== RollupKind.Job) continue;
      const figures = sum.figures();
      this.#sumOf(key.at, RollupKind.App, key.app, key.app).add(figures);
      this.#sumOf(key.at, RollupKind.Tenant, "", "").add(figures);
    }
  }

  #sumOf(at: Date, kind: RollupKind, app: string, id: string): FiguresSum {
    const name = `${at.getTime()}/${kind}/${app}/${id}`;
    let found = this.#hours.get(name);
    if (found === undefined) {
      const key = { tenant: this.#tenant, grain: RollupGrain.Hour, at, kind, app, id };
      this.#hours.set(name, (found = { key, sum: new FiguresSum() }));
    }
    return found.sum;
  }
}

/** The runs of each minute are kept of apps and the tenant alone. */
function figuresOf({ kind }: RollupKey, sum: FiguresSum): RollupFigures {
  const figures = sum.figures();
  return kind === RollupKind.Job ? { ...figures, minutes: {} } : figures;
}

function countEnd(sum: FiguresSum, end: EndedRun): void {
  const { state, reason, attempt, startedAt, enqueuedAt, completedAt, createdAt, scheduledFor } = end.run;
  const { trigger, usage } = end.run;
  const counter = ENDS[state];
  if (counter === undefined || completedAt === null) return;
  sum.count(counter);
  sum.count("retries", Math.max(0, attempt - 1));
  sum.count("workMs", workOf(end));
  sum.use(usage?.cpuMs, usage?.peakMemoryBytes);
  const hasResult = state === JobState.Succeeded || state === JobState.Terminated;
  if (state === JobState.Terminated) sum.name("codes", end.code ?? reason?.code ?? UNSAID);
  else if (!hasResult) sum.name("causes", reason?.code ?? UNSAID);
  if (startedAt === null) return;
  if (hasResult) sum.measure("duration", msBetween(startedAt, completedAt));
  if (attempt !== 1) return;
  if (enqueuedAt !== null) sum.measure("wait", msBetween(enqueuedAt, startedAt));
  sum.measure("lateness", msBetween(scheduledFor ?? trigger.nominalTime ?? createdAt, startedAt));
}

/** How long a worker was at its latest attempt. */
function workOf({ run: { startedAt, completedAt }, executor }: EndedRun): number {
  return executor === null || startedAt === null || completedAt === null
    ? 0
    : msBetween(startedAt, completedAt);
}

/** Clocks of two machines may be apart by more than what lies between. */
function msBetween(from: Date, to: Date): number {
  return Math.max(0, to.getTime() - from.getTime());
}

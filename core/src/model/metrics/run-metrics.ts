import { Histogram, type HistogramReading } from "./histogram.ts";

/** From a fire on time to one that waited for a restart. */
const LATENESS_S: readonly number[] = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** From a free worker to a queue that somebody should look at. */
const WAIT_S: readonly number[] = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600];
/** From a call of a moment to a job of hours. */
const DURATION_S: readonly number[] = [0.01, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600, 14_400];
/** Jobs with series of their own: the number of series must not grow with what callers make. */
const MOST_JOBS = 200;
/** The label of all further jobs and apps; no name and no key has parentheses. */
export const OTHER_JOBS = "(other)";

export interface MeasuredJob {
  readonly app: string;
  readonly jobKey: string;
}

/** A process's measurements of one job since the process started. Times are in seconds. */
export interface JobMetrics extends MeasuredJob {
  /** From a fire's nominal time to its record. */
  readonly lateness: HistogramReading;
  /** From when a run could begin to its first attempt. */
  readonly wait: HistogramReading;
  /** The durations of attempts, by how they ended. */
  readonly durations: ReadonlyMap<string, HistogramReading>;
  readonly retries: number;
  /** Time in which the event loop did not turn while runs of the job were under way. */
  readonly blockedSeconds: number;
}

interface Series extends MeasuredJob {
  readonly lateness: Histogram;
  readonly wait: Histogram;
  readonly durations: Map<string, Histogram>;
  retries: number;
  blockedSeconds: number;
}

/** Measures the runs of a tenant in this process: fires where it decides, waits, durations and retries where it runs them. */
export class RunMetrics {
  readonly #series = new Map<string, Series>();
  /** The series that was used last: runs of a job come together. */
  #latest: { readonly job: MeasuredJob; readonly series: Series } | null = null;

  fired(job: MeasuredJob, latenessMs: number): void {
    this.#of(job).lateness.observe(seconds(latenessMs));
  }

  began(job: MeasuredJob, waitMs: number): void {
    this.#of(job).wait.observe(seconds(waitMs));
  }

  ended(job: MeasuredJob, outcome: string, durationMs: number): void {
    const { durations } = this.#of(job);
    let duration = durations.get(outcome);
    if (duration === undefined) durations.set(outcome, (duration = new Histogram(DURATION_S)));
    duration.observe(seconds(durationMs));
  }

  retried(job: MeasuredJob): void {
    this.#of(job).retries += 1;
  }

  blocked(job: MeasuredJob, ms: number): void {
    this.#of(job).blockedSeconds += seconds(ms);
  }

  /** @param app of which alone; without it all */
  read(app?: string): readonly JobMetrics[] {
    return [...this.#series.values()]
      .filter((one) => app === undefined || one.app === app)
      .map(({ lateness, wait, durations, ...rest }) => ({
        ...rest,
        lateness: lateness.read(),
        wait: wait.read(),
        durations: new Map([...durations].map(([outcome, duration]) => [outcome, duration.read()])),
      }));
  }

  #of(job: MeasuredJob): Series {
    const latest = this.#latest;
    if (latest !== null && latest.job.jobKey === job.jobKey && latest.job.app === job.app)
      return latest.series;
    const series = this.#find(job);
    this.#latest = { job: { app: job.app, jobKey: job.jobKey }, series };
    return series;
  }

  #find({ app, jobKey: key }: MeasuredJob): Series {
    const jobKey = withoutVersion(key);
    // An app has no slash in its name.
    const name = `${app}/${jobKey}`;
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    if (this.#series.size >= MOST_JOBS && jobKey !== OTHER_JOBS)
      return this.#find({ app: OTHER_JOBS, jobKey: OTHER_JOBS });
    const series: Series = {
      app,
      jobKey,
      lateness: new Histogram(LATENESS_S),
      wait: new Histogram(WAIT_S),
      durations: new Map(),
      retries: 0,
      blockedSeconds: 0,
    };
    this.#series.set(name, series);
    return series;
  }
}

/** Every save of a task makes a version, and no series: a node keeps its own. */
function withoutVersion(key: string): string {
  return key.includes("#") ? key.replace(/@\d+$/, "") : key;
}

/** Clocks of two machines may differ by a little: what begins before it could has not waited. */
function seconds(ms: number): number {
  return Math.max(ms, 0) / 1000;
}

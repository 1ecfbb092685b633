import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { FailedJob, FailureGroup } from "../../scheduler/failures.ts";

const SHOWN_ARGS = 3;
const SHOWN_JOBS = 20;
const SPANS = 24;

/** The time that failures are counted over. */
export interface TallyTime {
  readonly from: Date;
  readonly now: Date;
}

/** Counts the failures of one cause; its runs are added with the newest first. */
export class FailureTally {
  readonly cause: string;
  readonly #time: TallyTime;
  readonly #jobs = new Map<string, FailedJob>();
  readonly #spans: number[] = Array.from({ length: SPANS }, () => 0);
  readonly #args = new Set<string>();
  readonly #newest: JobInstanceSummary;
  #firstMs = Infinity;
  #lastMs = -Infinity;
  count = 0;
  #rerun = 0;

  constructor(cause: string, time: TallyTime, newest: JobInstanceSummary) {
    this.cause = cause;
    this.#time = time;
    this.#newest = newest;
  }

  /** The newest run's id. */
  get newestId(): string {
    return this.#newest.id;
  }

  get lastMs(): number {
    return this.#lastMs;
  }

  add(run: JobInstanceSummary, isRerun: boolean): void {
    const { app, jobKey, id, argsPreview } = run;
    const at = run.completedAt ?? run.createdAt;
    const job = this.#jobs.get(jobKey) ?? { jobKey, app, count: 0, rerun: 0, lastAt: at, newestId: id };
    const rerun = isRerun ? 1 : 0;
    this.#jobs.set(jobKey, {
      ...job,
      count: job.count + 1,
      rerun: job.rerun + rerun,
      lastAt: at > job.lastAt ? at : job.lastAt,
    });
    this.count += 1;
    this.#rerun += rerun;
    // A run that was created earlier may have ended later.
    this.#firstMs = Math.min(this.#firstMs, at.getTime());
    this.#lastMs = Math.max(this.#lastMs, at.getTime());
    this.#spans[this.#spanOf(at)]! += 1;
    if (argsPreview !== null && this.#args.size < SHOWN_ARGS) this.#args.add(argsPreview);
  }

  /** Whether a text is part of its error or of the key of one of its jobs, upper and lower case alike. */
  fits(search: string): boolean {
    const wanted = search.toLowerCase();
    return [this.cause, this.#newest.errorSummary ?? "", ...this.#jobs.keys()].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  }

  toGroup(): Omit<FailureGroup, "id" | "handled" | "number"> {
    const jobs = [...this.#jobs.values()].toSorted((a, b) => b.count - a.count);
    return {
      cause: this.cause,
      error: this.#newest.errorSummary,
      count: this.count,
      rerun: this.#rerun,
      firstAt: new Date(this.#firstMs),
      lastAt: new Date(this.#lastMs),
      newestId: this.#newest.id,
      jobs: jobs.slice(0, SHOWN_JOBS),
      jobCount: jobs.length,
      args: [...this.#args],
      spans: this.#spans,
    };
  }

  #spanOf(at: Date): number {
    const { from, now } = this.#time;
    const spanMs = Math.max(1, (now.getTime() - from.getTime()) / SPANS);
    return Math.min(SPANS - 1, Math.max(0, Math.floor((at.getTime() - from.getTime()) / spanMs)));
  }
}

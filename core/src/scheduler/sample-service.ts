import type { Page, PageRequest } from "../ports/page.ts";

/** How long the steps of a series are: as a worker measured, five minutes, an hour, a day in UTC. */
export const SAMPLE_STEPS = ["sample", "5m", "1h", "1d"] as const;
export type SampleStep = (typeof SAMPLE_STEPS)[number];

/** The named times up to now of which there are series. */
export const SAMPLE_RANGES = ["1h", "6h", "24h", "7d", "30d", "90d", "13mo"] as const;
export type SampleRange = (typeof SAMPLE_RANGES)[number];

/** Of which time samples are wanted; all of it comes from outside. */
export interface SampleQuery {
  /** A named time up to now, instead of `from` and `to`. @default "1h" */
  readonly range?: string;
  readonly from?: Date;
  /** @default now */
  readonly to?: Date;
  /** @default the shortest that is kept for all of the time and of which there are not too many */
  readonly step?: string;
}

/** What a worker used in one step; `null` where its runtime does not say. */
export interface SamplePoint {
  /** The beginning of the step; of a sample its end. */
  readonly at: Date;
  /** How many samples it is of. */
  readonly samples: number;
  /** Processors in use on average: 1 is one. */
  readonly processor: number | null;
  readonly processorMax: number | null;
  /** Resident memory on average. */
  readonly memoryBytes: number | null;
  readonly memoryBytesMax: number | null;
  /** The longest delay of the event loop. */
  readonly loopDelayMs: number | null;
  /** The highest of the delays that 99 % of the turns of a sample kept below. */
  readonly loopDelayP99Ms: number | null;
  /** Of each sample the most runs at once, on average. */
  readonly running: number;
  readonly runningMax: number;
  /** Its places at the end; `null` is no limit. */
  readonly limit: number | null;
}

/** The samples of a worker over a time. */
export interface SampleSeries {
  /** The id of the worker, as of its latest start. */
  readonly worker: string;
  readonly app: string;
  /** The name that stays when it is started again. */
  readonly name: string;
  /** Distinguishes workers of one name that are there at the same time, from 1. */
  readonly place: number;
  readonly step: SampleStep;
  readonly from: Date;
  readonly to: Date;
  /** The earliest first; a step without samples has no point. */
  readonly points: readonly SamplePoint[];
}

/** Which workers' samples are wanted. */
export interface SamplesOfQuery extends SampleQuery {
  readonly app?: string;
  /** The ids or the names of workers. @default all */
  readonly workers?: readonly string[];
}

/**
 * What the processes of workers used: processors, memory, event loop and places, measured by each worker and kept for hours as it was, then
 * rolled up.
 */
export interface SampleService {
  /** @throws MoJobError `worker_not_found`; `invalid_argument` for a time that is none, and for more than 400 days */
  ofWorker(id: string, query?: SampleQuery): Promise<SampleSeries>;
  /** Those of many, by app, name and place, as exports have them. @throws MoJobError `invalid_argument` as `ofWorker` */
  samplesOf(query: SamplesOfQuery, page?: PageRequest): Promise<Page<SampleSeries>>;
}

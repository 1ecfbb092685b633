/** What a forecast is of. */
export interface ForecastQuery {
  /** The first instant that counts. @default the beginning of the bucket that is under way */
  readonly from?: Date;
  /** The first instant that no longer counts; at most 31 days later. @default 24 hours later */
  readonly to?: Date;
  /** How long a bucket is. @default a minute up to a day, else an hour */
  readonly bucketMs?: number;
  readonly app?: string;
  readonly tag?: string;
  readonly jobKey?: string;
}

/** What begins and runs in a stretch of time. */
export interface ForecastBucket {
  readonly at: Date;
  readonly fires: number;
  /** How many runs of these schedules are under way at once, on average. */
  readonly expectedRunning: number;
  /** How many runs are triggered in it, by the same weekdays of the last four weeks; `null` where nobody can say. */
  readonly guessedTriggers: number | null;
}

/** A job in a storm. */
export interface StormJob {
  readonly jobKey: string;
  readonly app: string;
  readonly fires: number;
  /** How long its runs usually take; `null` where none is known. */
  readonly usualMs: number | null;
}

/** Many fires at almost the same time. */
export interface Storm {
  readonly at: Date;
  /** How many fires there are within `withinMs`. */
  readonly fires: number;
  /** 1000 or 5000: how close together they are. */
  readonly withinMs: number;
  /** How many times as many they are as in other stretches of that length. */
  readonly factor: number;
  /** Those whose runs take longest, at most 20. */
  readonly jobs: readonly StormJob[];
  readonly jobsTotal: number;
  /** How long the last of its runs waits for a place; `null` where places are not limited, or there are none. */
  readonly expectedWaitMs: number | null;
  /** When no run waits any more; `null` where none waits, and where that is later than the forecast goes. */
  readonly drainedAt: Date | null;
}

/** A stretch in which an app needs most of its places, or more than it has. */
export interface Overload {
  readonly app: string;
  readonly from: Date;
  readonly to: Date;
  readonly expectedRunning: number;
  readonly places: number;
}

export interface AppPlaces {
  readonly app: string;
  /** How many runs its workers that are online take at once; `null` for any number. */
  readonly places: number | null;
}

/** Some of a list, and how long it is. */
export interface SomeJobs {
  readonly keys: readonly string[];
  readonly total: number;
}

/** What will fire, and how much of it runs at once. */
export interface Forecast {
  readonly from: Date;
  readonly to: Date;
  readonly bucketMs: number;
  /** When it was computed. */
  readonly at: Date;
  /** Whether it counts every app of the tenant: else there is load that it does not know. */
  readonly isWhole: boolean;
  /** How many jobs fire by a schedule. */
  readonly jobs: number;
  readonly fires: number;
  readonly buckets: readonly ForecastBucket[];
  /** The greatest, at most 50, by time. */
  readonly storms: readonly Storm[];
  readonly overloads: readonly Overload[];
  readonly places: readonly AppPlaces[];
  /** Whether sums of ended runs are kept, of which the usual durations come. */
  readonly knowsDurations: boolean;
  /** Those of whose runs no duration is known: they count with none. */
  readonly unknown: SomeJobs;
  /** Those that fire after the end of the run before: when is not known ahead, so that they do not count. */
  readonly fromEnds: SomeJobs;
  /** Those that fire so often that they are counted by buckets, and are in no storm. */
  readonly dense: SomeJobs;
}

/** What becomes of a fire that is to come. */
export const FireAction = {
  /** It leaves a Skipped record at once. */
  Skip: "skip",
  /** Its run begins now. */
  Run: "run",
  /** Its run begins at another time. */
  Move: "move",
} as const;
export type FireAction = (typeof FireAction)[keyof typeof FireAction];

/** What a decision about a fire has made. */
export interface FireDecision {
  /** The id of the fire. */
  readonly runId: string;
  readonly jobKey: string;
  readonly app: string;
  readonly schedule: string | null;
  readonly nominalTime: Date;
  readonly action: FireAction;
  /** When its run begins; `null` where it is skipped. */
  readonly to: Date | null;
  readonly note: string | null;
}

/** A fire that somebody has decided about. */
export interface ActedFire {
  /** That of its run. */
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  /** The name of its schedule; `null` for the job's own. */
  readonly schedule: string | null;
  readonly nominalTime: Date;
  /** When it would have begun. */
  readonly at: Date;
  readonly action: FireAction;
  /** When it begins instead; `null` where it does not. */
  readonly to: Date | null;
  readonly note: string | null;
  readonly by: string | null;
  readonly actedAt: Date;
  /** When it no longer counts for what is to come: the later of `at` and `to`. */
  readonly until: Date;
  /** Counts its writes from 1. */
  readonly revision: number;
}

/** A job that is to begin its fires apart from others. */
export interface SpreadJob {
  readonly jobKey: string;
  readonly app: string;
  /** The revision that is to be changed. */
  readonly revision: number;
  readonly jitterMsBefore: number;
  readonly jitterMs: number;
}

/** How a storm can be spread, and what comes of it. */
export interface SpreadSuggestion {
  readonly at: Date;
  readonly jobs: readonly SpreadJob[];
  /** The most fires within five seconds around it. */
  readonly peakBefore: number;
  readonly peakAfter: number;
  /** Fires in each stretch of `curveMs`, from `curveFrom` on. */
  readonly curveFrom: Date;
  readonly curveMs: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A spread that was applied. */
export interface Spread {
  readonly id: string;
  readonly tenant: string;
  readonly revision: number;
  readonly jobs: readonly SpreadJob[];
  readonly by: string | null;
  readonly note: string | null;
  readonly at: Date;
  /** When it was taken back; `null` where it was not. */
  readonly undoneAt: Date | null;
}

/** What became of each job of a spread. */
export interface SpreadResult {
  readonly spread: Spread;
  /** Those that were not changed, with the code of the reason. */
  readonly left: readonly { readonly jobKey: string; readonly code: string }[];
}

export interface TimelineQuery {
  readonly from: Date;
  readonly to: Date;
  readonly app?: string;
  readonly tag?: string;
  readonly jobKey?: string;
}

/** A run of the past. */
export interface TimelineRun {
  readonly id: string;
  readonly jobKey: string;
  readonly app: string;
  readonly state: string;
  readonly at: Date;
  /** `null` while it is open. */
  readonly endedAt: Date | null;
}

/** A fire that is to come. */
export interface TimelineFire {
  readonly jobKey: string;
  readonly app: string;
  readonly schedule: string | null;
  readonly nominalTime: Date;
  readonly at: Date;
  /** How long its run usually takes; `null` where that is not known. */
  readonly usualMs: number | null;
  /** What somebody decided about it; `null` where nobody did. */
  readonly action: FireAction | null;
  /** The id that its run has or will have. */
  readonly runId: string;
}

/** What became of runs, and what will fire, in a stretch of time. */
export interface TimelineBucket {
  readonly at: Date;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly cancelled: number;
  /** Those to come. */
  readonly fires: number;
}

export const BandKind = {
  Pause: "pause",
  Stop: "stop",
  /** A time in which a window is open. */
  Window: "window",
  /** An hour that local clocks leave out. */
  ClockForward: "clock_forward",
  /** An hour that comes twice. */
  ClockBack: "clock_back",
} as const;
export type BandKind = (typeof BandKind)[keyof typeof BandKind];

/** A stretch in which schedules do not do what their text says. */
export interface TimelineBand {
  readonly kind: BandKind;
  readonly from: Date;
  /** `null` where no end is known. */
  readonly to: Date | null;
  readonly app: string | null;
  readonly jobKey: string | null;
  readonly timeZone: string | null;
  /** That of a window. */
  readonly name: string | null;
  readonly note: string | null;
  readonly by: string | null;
}

/** What fired and will fire. */
export interface Timeline {
  readonly from: Date;
  readonly to: Date;
  readonly at: Date;
  readonly bucketMs: number;
  readonly buckets: readonly TimelineBucket[];
  /** `null` where there are more runs and fires than 2,000: the buckets count them. */
  readonly runs: readonly TimelineRun[] | null;
  readonly fires: readonly TimelineFire[] | null;
  readonly bands: readonly TimelineBand[];
  readonly fromEnds: SomeJobs;
}

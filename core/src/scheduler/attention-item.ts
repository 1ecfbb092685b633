import type { Severity } from "../model/incident/condition.ts";

/** The kinds of findings that are listed at once, the most urgent first. Those that are conditions of alarms open incidents as well. */
export const AttentionKind = {
  /** The store had lost everything; the jobs were stored again, and their runs are lost. */
  StoreRestored: "store_restored",
  /** Fires are due and no control plane made them happen. */
  FiringStopped: "firing_stopped",
  /** Its latest runs failed for good. */
  RunFailed: "run_failed",
  /** The code of a run goes on though its attempt has ended, and holds a slot. */
  CodeGoesOn: "code_goes_on",
  /** No worker that is there has its code. */
  NoWorker: "no_worker",
  /** Its app is stopped, so that nothing of it begins. */
  AppStopped: "app_stopped",
  /** The code of its app no longer declares it, so it does not fire. */
  NotInCode: "not_in_code",
  /** It fires by a calendar that is not there, so it does not fire. */
  CalendarMissing: "calendar_missing",
  /** A run has waited for a worker for minutes. */
  Waiting: "waiting",
  /** A run has waited for minutes while other runs of its job hold the slots. */
  WaitingForSlot: "waiting_for_slot",
  /** No control plane was there for fires, and they were not made up for. */
  Missed: "missed",
  /** No worker could begin fires within their misfire grace, and they were skipped. */
  BegunTooLate: "begun_too_late",
  /** Runs were skipped since the one before was still under way. */
  Overlapped: "overlapped",
  /** Paused for a week or more. */
  PausedLong: "paused_long",
  /** Its calendar knows the days of at most 45 days to come. */
  CalendarEnds: "calendar_ends",
  /** Stored options are not those of the code. */
  Differs: "differs",
} as const;
export type AttentionKind = (typeof AttentionKind)[keyof typeof AttentionKind];

export interface AttentionItem {
  readonly kind: AttentionKind;
  readonly severity: Severity;
  /** How many jobs it is about. */
  readonly total: number;
  /** The worst of them, at most 5. */
  readonly jobs: readonly AttentionJob[];
}

export interface AttentionJob {
  readonly key: string;
  readonly name: string;
  /** Failures in a row, fires missed or runs skipped; 1 where there is nothing to count. */
  readonly count: number;
  /** Whether there may be more than counted. */
  readonly atLeast: boolean;
  /** Since when, or when last. */
  readonly at: Date | null;
  /** The run to look at. */
  readonly instanceId: string | null;
}

export interface AttentionQuery {
  /** Leave out what an open incident that the caller may read is about. @default false */
  readonly withoutIncidents?: boolean;
}

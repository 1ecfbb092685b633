import type { JobInstance } from "@mojob/core";
import type { Effect } from "../running-code.ts";

export interface AnsweredCancel {
  readonly id: string;
  /** The state the run was said to be in. */
  readonly answer: string;
}

/** A run that somebody asked for. */
export interface Triggered {
  readonly id: string;
  readonly atMs: number;
  /** The run that the caller got, `null` where there was no room; `undefined` until then. */
  readonly answer: string | null | undefined;
  /** Those whose callers had their run before it was asked for. */
  readonly after: readonly string[];
  /** The runs that had begun before. */
  readonly begun: readonly string[];
}

/** What a world leaves behind. */
export interface WorldEvidence {
  readonly records: readonly JobInstance[];
  readonly effects: readonly Effect[];
  readonly cancels: readonly AnsweredCancel[];
  readonly triggered: readonly Triggered[];
  /** Attempts that workers were asked for since a pause was acknowledged that is in force. */
  readonly heldBack: ReadonlySet<string>;
  /** Runs that workers are about to admit. */
  readonly admitting: ReadonlySet<string>;
  readonly isPaused: boolean;
  /** When the last pause ended. */
  readonly resumedAtMs: number;
}

/** Looks after one promise. It is asked after every step, in the order of the steps, and may remember what it saw. */
export interface Judge {
  /** What its later complaints depend on besides the evidence. @default nothing */
  memory?(): unknown;
  /** What is wrong now. */
  complaints(evidence: WorldEvidence): readonly string[];
  /** What is wrong where nothing more will happen. @default nothing else */
  complaintsAtRest?(evidence: WorldEvidence): readonly string[];
}

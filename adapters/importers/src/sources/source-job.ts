import type { JobKind, JsonValue } from "@mojob/core";
import type { Finding } from "../finding.ts";
import type { FindingParameters } from "../finding-parameters.ts";
import type { OldSchedule } from "../old/old-schedule.ts";
import type { FindingCode } from "../words/finding-words.ts";

/** A job as a source states it, in our words but for its schedule. */
export interface SourceJob {
  /** Its name in the source, whatever else changes there; at most 256 characters. */
  readonly id: string;
  /** Where it begins in the source, from 1; `null` where the source has no lines. */
  readonly line: number | null;
  readonly name: string;
  /** The key it would like to have; adapted where it cannot be one. */
  readonly key: string;
  /** The app it would belong to; `null` where the source has none. */
  readonly app: string | null;
  readonly kind: JobKind;
  /** `null` does not fire by itself. */
  readonly schedule: OldSchedule | null;
  /** Whether it fired there. */
  readonly wasOn: boolean;
  readonly work: { readonly kind: string } & Readonly<Record<string, unknown>>;
  readonly args: JsonValue;
  /** Options of the job but for its schedule. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The ids of the jobs that a success of it starts. */
  readonly children: readonly string[];
  /** The ids of the jobs of the source that its own graph executes, under the keys that they have here. @default none */
  readonly within?: readonly string[];
  readonly findings: readonly Finding[];
}

/** A line of a source that cannot be read as a job. */
export interface SourceMistake {
  readonly line: number | null;
  readonly code: FindingCode;
  readonly parameters: FindingParameters;
}

export interface SourceContent {
  readonly jobs: readonly SourceJob[];
  /** Entries that are no jobs: nothing of them is imported, the rest is. */
  readonly mistakes: readonly SourceMistake[];
}

export interface ReadOptions {
  /** The zone in which the source read its schedules. */
  readonly timeZone: string;
  /** Whether a command succeeds whatever its exit code is, as cron took it; of a crontab alone. @default false */
  readonly anyExitCode?: boolean;
}

/** Reads a source. @throws ImportMistake where nothing in it can be read */
export type ReadSource = (text: string, options: ReadOptions) => SourceContent;

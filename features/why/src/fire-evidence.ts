import type { JobDefinition, JobInstance, JobInstanceSummary } from "@mojob/core";
import type { DebugModes, ScheduleFacts } from "@mojob/core/feature";
import type { Act, ExecutorRecord } from "@mojob/core/ports";
import type { TenantEvidence } from "./tenant-causes.ts";

/** The known facts of a job now. */
export interface JobEvidence {
  readonly now: Date;
  readonly job: JobDefinition;
  readonly modes: DebugModes;
  /** @default the tenant hinders nothing */
  readonly tenant?: TenantEvidence;
  /** The workers of its app that are online. */
  readonly workers: readonly ExecutorRecord[];
  /** The acts on the job and its app, the newest first. */
  readonly acts: readonly Act[];
  /** Every fire up to here is recorded; `null` before the first. */
  readonly firedTo: Date | null;
  readonly facts: ScheduleFacts;
}

/** The known facts of a fire. */
export interface FireEvidence extends JobEvidence {
  readonly at: Date;
  /** The record of a fire of this time. */
  readonly run: JobInstance | null;
  /** The record that stands for fires of this time that were missed together. */
  readonly miss: JobInstanceSummary | null;
  /** Whether the job has as many runs as are kept, all of them of after this time. */
  readonly isFull: boolean;
}

import type { JobDefinition, JobInstance, JobInstanceSummary } from "@mojob/core";
import type { DebugModes } from "@mojob/core/feature";
import type { Act, ExecutorRecord } from "@mojob/core/ports";
import type { TenantEvidence } from "./tenant-causes.ts";

/** The known facts of a run and of its circumstances. */
export interface RunEvidence {
  readonly now: Date;
  readonly run: JobInstance;
  /** Its job as it is now; `null` where it was deleted. */
  readonly job: JobDefinition | null;
  readonly modes: DebugModes;
  /** @default the tenant hinders nothing */
  readonly tenant?: TenantEvidence;
  /** The workers of its app that are online. */
  readonly workers: readonly ExecutorRecord[];
  /** The workers of its app that are remembered, by id. */
  readonly seen: ReadonlyMap<string, ExecutorRecord>;
  /** Runs of its lane that held slots while it waited. */
  readonly holders: readonly JobInstanceSummary[];
  /** How many wait in its lane before it. */
  readonly before: { readonly count: number; readonly atLeast: boolean };
  /** The job's runs that ended before it, the newest first. */
  readonly earlier: readonly JobInstanceSummary[];
  /** The latest of these that succeeded. */
  readonly success: JobInstance | null;
  /** The acts on the job between that one and this run. */
  readonly acts: readonly Act[];
}

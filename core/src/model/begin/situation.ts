import { type JobInstance, type JobTrigger, TriggerType } from "../instance/job-instance.ts";
import type { JobDefinition } from "../job-definition.ts";
import type { ExecutorRecord } from "../executor-record.ts";
import type { DebugModes } from "../option/scheduler-options.ts";
import type { ReasonParameters } from "../reason.ts";

/** The parts of a job that gates look at. */
export type GatedJob = Pick<JobDefinition, "options" | "work"> &
  Partial<Pick<JobDefinition, "pause" | "appPause" | "windows">>;

/** A worker as a gate sees it. */
export interface WorkerFacts {
  readonly version?: ExecutorRecord["version"] | undefined;
  readonly labels?: ExecutorRecord["labels"] | undefined;
  /** It takes no new runs. */
  readonly isDraining: boolean;
  /** It has what the work of the job needs. */
  readonly hasRunner: boolean;
}

/** A run as a gate sees it. */
export interface RunFacts {
  /** `null`: of either kind. */
  readonly kind: JobInstance["kind"] | null;
  readonly trigger: Pick<JobTrigger, "type" | "manual">;
}

/** How a run stands in its lane. */
export interface LaneFacts {
  /** The rate of its job lets it begin now. */
  readonly hasTurn: boolean;
  readonly hasSlot: boolean;
  /** It was promised to be executed again, so that it waits where others are skipped. @default false */
  readonly isSnoozed?: boolean;
}

/** The known facts where somebody asks whether a run may begin. A gate that needs one that is left out is not asked. */
export interface Situation {
  /** `null`: it was deleted. */
  readonly job: GatedJob | null;
  readonly now: Date;
  readonly tenant?: { readonly disabled: boolean };
  /** The quota of which there is nothing left for a run that is created; `null` where there is. */
  readonly usedUp?: ReasonParameters["quota_used_up"] | null;
  /** The runs of the job that wait before it. */
  readonly waiting?: number;
  readonly modes?: DebugModes;
  readonly worker?: WorkerFacts;
  readonly run?: RunFacts;
  /** The id of the open run of its unique key that began before it; `null` where there is none. */
  readonly other?: string | null;
  /** Since when it waits for its attempt to begin; `null` while it does not. */
  readonly since?: Date | null;
  readonly lane?: LaneFacts;
}

/** A fire: nothing but a run by hand is held less, and no run more. */
const ANY_RUN: RunFacts = { kind: null, trigger: { type: TriggerType.Cron } };

/** A run without a place in its lane. */
export const NO_PLACE: LaneFacts = { hasTurn: false, hasSlot: false };

/** The facts about a run: a part of a situation. */
type RunPart = Required<Pick<Situation, "run" | "other" | "lane">>;

/** Any run of a job as it is created: a gate that is open for it is open for all of them. */
export const ANY_NEW_RUN: RunPart = { run: ANY_RUN, other: "", lane: NO_PLACE };

/** Any run that waits for a slot of its lane and gets one. */
export const ANY_NEXT_RUN: RunPart = { run: ANY_RUN, other: null, lane: { hasTurn: false, hasSlot: true } };

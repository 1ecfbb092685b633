import type { Operation, OperationItem } from "../../model/history/operation.ts";
import type { WaitingFires } from "../../model/option/value/waiting-fires.ts";
import type { MoJobErrorCode } from "../../base/error.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import type { TriggerType } from "../../model/instance/job-instance.ts";

/** Acts on many jobs or runs: each is a record that shows what became of every object. */
export interface OperationService {
  /** The newest first, at most 200; kept for 30 days. */
  list(): Promise<readonly Operation[]>;
  /** @throws MoJobError `operation_not_found` */
  get(id: string): Promise<OperationDetail>;
  /** Pauses, resumes or runs many jobs, each by itself: one that is refused does not keep the others back. */
  changeJobs(request: ChangeJobsRequest): Promise<ChangedJobs>;
  /**
   * Resumes those jobs that an operation paused and that nobody has paused again since.
   * @throws MoJobError `operation_not_found`, `not_undoable`
   */
  resumePaused(id: string): Promise<Operation>;
  /**
   * Cancels those runs that an operation made and that have not ended.
   * @throws MoJobError `operation_not_found`, `not_undoable`
   */
  cancelMade(id: string): Promise<Operation>;
}

export interface OperationDetail {
  readonly operation: Operation;
  readonly items: readonly OperationItem[];
}

export interface ChangeJobsRequest {
  readonly action: "pause" | "resume" | "run";
  readonly keys: readonly string[];
  readonly until?: Date | null;
  readonly note?: string | null;
  readonly waiting?: WaitingFires;
  /** Whether pauses in force are replaced. @default false */
  readonly overwrite?: boolean;
  /** How a run is asked for. @default {} */
  readonly run?: {
    readonly source?: TriggerType;
    readonly manual?: boolean;
    readonly idempotencyKey?: string;
  };
  /** The id of the operation: given by a caller who wants to follow it. @default a new one */
  readonly operation?: string;
}

export interface ChangedJobs {
  readonly operation: string;
  readonly results: readonly {
    readonly key: string;
    readonly instanceId: string | null;
    readonly problem: {
      readonly code: MoJobErrorCode;
      readonly message: string;
      readonly issues: readonly InputIssue[];
    } | null;
  }[];
}

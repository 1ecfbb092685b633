import type { JobInstanceSummary } from "../model/instance/job-instance.ts";

export interface StoreWatchFilter {
  readonly tenant: string;
  readonly topics: readonly StoreTopic[];
  /** Only what belongs to this app. */
  readonly app?: string;
  /** Whether only runs that have ended are wanted: a store may leave out the others. @default false */
  readonly endedOnly?: boolean;
}

/**
 * The topics that can be watched; `cancel` reports a cancel asked of a run that is Processing, and `drain` that an executor was asked to
 * take no new runs, or to take them again. Those that watch other topics beside it may be called more often.
 */
export const StoreTopic = {
  Instance: "instance",
  Definition: "definition",
  Executor: "executor",
  Cancel: "cancel",
  Drain: "drain",
} as const;
export type StoreTopic = (typeof StoreTopic)[keyof typeof StoreTopic];

export type StoreChange =
  | { readonly topic: "instance"; readonly instance: JobInstanceSummary }
  | { readonly topic: "cancel"; readonly id: string; readonly jobKey: string }
  | { readonly topic: "definition"; readonly key: string; readonly app: string; readonly revision: number }
  | { readonly topic: "executor"; readonly id: string; readonly app: string }
  | { readonly topic: "drain"; readonly id: string; readonly app: string };

export interface StoreWatch {
  close(): Promise<void>;
}

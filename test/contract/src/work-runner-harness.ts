import type { JobContext } from "@mojob/core";
import type { IMoWorkRunner, JobWork, JsonValue } from "@mojob/core/ports";

/** How a suite gets at the work runner under test. */
export interface WorkRunnerHarness {
  /** A runner with what its work needs; every test has its own. */
  open(): Promise<OpenedRunner>;
  /** The memory that this process uses, in bytes. */
  usedBytes(): number;
  /** How long an attempt may go on that was asked to end. @default 10_000 */
  readonly patienceMs?: number;
  /**
   * Ends a process as kill -9 does in the middle of the lasting work, and runs the next attempt to its end. Resolves to what is left
   * of the first: processes, connections, folders.
   */
  readonly killed?: () => Promise<readonly string[]>;
  /** Why a part of the contract does not hold for this kind of work; each is named where it is left out. @default all of it holds */
  readonly without?: Readonly<Partial<Record<WorkRunnerPart, string>>>;
}

/** The parts of the contract that not every kind of work has. */
export const WorkRunnerPart = {
  /** Work that makes more than the runner takes. */
  Flooding: "flooding",
  /** Work that shows a secret that it was given. */
  Secret: "secret",
  Killed: "killed",
} as const;
export type WorkRunnerPart = (typeof WorkRunnerPart)[keyof typeof WorkRunnerPart];

/** A runner that is open, and pieces of work for it. */
export interface OpenedRunner {
  readonly runner: IMoWorkRunner<JobContext>;
  /** Ends at once, with this result. */
  readonly quick: WorkCase & { readonly result: JsonValue };
  /** Fails at once. */
  readonly failing: WorkCase;
  /** Goes on until it is asked to end; `begun` resolves once it is under way. */
  readonly lasting: WorkCase & { readonly begun: () => Promise<void> };
  readonly flooding?: WorkCase;
  /** Shows the value of a secret in all that it prints and results in. */
  readonly secret?: WorkCase & { readonly name: string };
  /** What attempts have left: processes, connections, unfinished files. */
  left(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface WorkCase {
  readonly work: JobWork;
  /** @default null */
  readonly args?: JsonValue;
}

import type { InputIssue } from "../base/issue/issue-code.ts";
import type { ShardEnd } from "./run-routing.ts";

/** What a sentence about a failed attempt needs; `JobFailure` has the stack too. */
export interface FailureSummary {
  readonly code: string;
  /** What its author gave it with `jobError`. @default that of the code */
  readonly number?: number;
  readonly message: string;
  readonly parameters?: FailureParameters;
}

/** The numbers and names in a failure of ours: `timeout` has `limitMs`, `worker_lost` has `worker`, `full` has `limit`, `no_worker` and `waited_too_long` have `limitMs`, `executor_gone` has `name`, `shards_failed` has `shards`, `node_failed` and `cleanup_failed` have `name`. */
export interface FailureParameters {
  /** Of a task: the node whose failure this is, of tasks within it the way to it: `monthly › load`, with its item: `load[3]`. */
  readonly node?: string;
  /** Of a task: how many more nodes failed, unhandled. */
  readonly others?: number;
  readonly limitMs?: number;
  readonly worker?: string;
  readonly limit?: number;
  /** The code ignored its signal: it was still running when the attempt was settled, unless it was stopped by force. */
  readonly ignoredSignal?: boolean;
  /** The code was stopped by force. */
  readonly stopped?: boolean;
  /** Of `exit_code`. */
  readonly exitCode?: number;
  /** Of `http_status`. */
  readonly status?: number;
  /** Of `script_changed`. */
  readonly version?: number;
  /** The program, signal or address that the failure is about. */
  readonly name?: string;
  /** The id of the key that a secret was sealed with. */
  readonly key?: string;
  /** The last line that the work wrote about it. */
  readonly line?: string;
  /** How many shards ended in which state, of `shards_failed`. */
  readonly shards?: Readonly<Partial<Record<ShardEnd, number>>>;
  /** What is wrong with the arguments, of `invalid_args`. */
  readonly issues?: readonly InputIssue[];
}

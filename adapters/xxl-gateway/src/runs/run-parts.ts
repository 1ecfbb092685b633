import type { JobContext, JobDefinition } from "@mojob/core";
import type { WorkError } from "@mojob/core/ports";
import type { ExecutorClient } from "../executor-client.ts";
import type { TenantOptions, XxlApp } from "../gateway-options.ts";
import type { NodeDirectory } from "../nodes/node-directory.ts";
import type { NodeCalls } from "../nodes/node-calls.ts";
import type { NodeLoad } from "../nodes/node-load.ts";
import type { JobIds } from "./job-ids.ts";
import type { HandlerTurns } from "./handler-turns.ts";
import type { KeyedLocks } from "./keyed-locks.ts";
import type { NodeKinds } from "./node-kinds.ts";
import type { RunEntries, RunEntry } from "./run-entries.ts";
import type { XxlWork } from "../work/xxl-work.ts";

/** The parts that all runs of a tenant share. */
export interface RunParts {
  readonly options: TenantOptions;
  readonly directory: NodeDirectory;
  /** By app name. */
  readonly clients: ReadonlyMap<string, ExecutorClient>;
  readonly entries: RunEntries;
  readonly jobIds: JobIds;
  readonly locks: KeyedLocks;
  readonly turns: HandlerTurns;
  readonly kinds: NodeKinds;
  /** Aborts when the gateway is closed: runs go on at their executors, and another process waits for them. */
  readonly closing: AbortSignal;
  readonly load: NodeLoad;
  readonly calls: NodeCalls;
}

/** One execution on one executor. */
export interface ExecutorRun {
  readonly app: XxlApp;
  readonly client: ExecutorClient;
  readonly definition: JobDefinition;
  readonly work: XxlWork;
  readonly context: JobContext;
  readonly logId: number;
  readonly glueVersion: number;
  readonly shard: { readonly index: number; readonly total: number };
  /** The entry that an earlier attempt left: the execution goes on and is waited for. */
  readonly entry: RunEntry | null;
  /** Returns the executors to try, the chosen one first; called before each round of tries. @throws WorkError where there will be none */
  candidates(): readonly string[];
  /** The error of the run where none of them could be reached. */
  missing(): WorkError;
  /** Called before it is sent to an executor, with those that could not be reached before. */
  onSending(address: string, unreachable: ReadonlySet<string>): Promise<void>;
}

/** An execution that an executor has. */
export interface SentRun {
  readonly entry: RunEntry;
  /** Lets the next run of this handler through, where the executor takes one at a time. */
  release(): Promise<void>;
}

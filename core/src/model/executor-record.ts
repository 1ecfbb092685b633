import type { WorkKind } from "./job-work.ts";
import type { Labels } from "./option/option.ts";
import type { WorkerSample } from "./worker-sample.ts";
import type { RunnerOffer } from "./runner-offer.ts";

/** A pause in which the event loop of a worker did not turn while jobs ran. */
export interface BlockedLoop {
  /** The end of the pause. */
  readonly at: Date;
  readonly ms: number;
  /** The jobs that ran meanwhile: most likely, one of them computed. None where the machine gave the process no processor. */
  readonly jobKeys: readonly string[];
  /** The part of the pause in which its thread waited for a processor. @default the system does not say */
  readonly waitedMs?: number;
}

/** That a person asked a worker to take no new runs. */
export interface DrainRequest {
  readonly at: Date;
  /** Who asked; `null` where that is not known. */
  readonly by: string | null;
}

/** How busy the process of a worker is. */
export interface ExecutorLoad {
  /** Processor time for each unit of time since about the heartbeat before: 1 is one processor, threads may use more. `null` where the runtime does not say. */
  readonly processor: number | null;
  /** `processor` over each quarter of a minute of the last five minutes, oldest first. @default the runtime does not say */
  readonly recent?: readonly number[];
  /** Resident memory in bytes. `null` where the runtime does not say. */
  readonly memoryBytes: number | null;
  /** The longest pause of its event loop since the heartbeat before, while jobs ran. */
  readonly loopLagMs: number;
}

/** One worker process, as it last described itself. */
export interface ExecutorRecord {
  /** New at every start, so that a restarted process is never taken for the one before it. */
  readonly id: string;
  readonly tenant: string;
  readonly app: string;
  /** A name for people. @default it has no name but its id */
  readonly name?: string;
  /** Its purpose, in one line. @default none */
  readonly description?: string;
  /** @default none */
  readonly tags?: readonly string[];
  /** Texts by name, such as `region` or `gpu`. @default none */
  readonly labels?: Labels;
  /** The version of the app's code that it runs. @default it does not say */
  readonly version?: string;
  /** The URL at which it is called, where runs are sent to it. @default it takes runs by itself */
  readonly address?: string;
  /** The machine's name, where the runtime says it. */
  readonly host?: string;
  /** The process's id, where the runtime says it. */
  readonly pid?: number;
  /** `node`, `bun` or `deno`. */
  readonly runtime: string;
  readonly runtimeVersion: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  /** Runs under way, those included whose code goes on after they were settled. */
  readonly running: number;
  /** How many of these are runs already settled whose code ignored its signal. */
  readonly abandoned: number;
  /** `maxConcurrentRuns`; of one that follows the load, its value now. */
  readonly limit: number | null;
  /** The bounds of a limit that follows the load. @default the limit is fixed */
  readonly pool?: { readonly min: number; readonly max: number };
  /** It takes no new runs: it is leaving, or it knows that it was asked to drain. */
  readonly draining: boolean;
  /** Kept by the store beside what the worker writes. @default nobody asked it to drain */
  readonly drain?: DrainRequest;
  /** Ids of the runs it has had for some seconds; `null` where they are too many. @default too many */
  readonly holds?: readonly string[] | null;
  /** @default it does not say */
  readonly load?: ExecutorLoad;
  /** Its latest samples, oldest first. @default it measures nothing */
  readonly samples?: readonly WorkerSample[];
  /** The latest pause of two seconds or more. @default there was none */
  readonly blocked?: BlockedLoop | null;
  /** It takes what is sent to it alone. @default it takes nothing but what its app gets, as versions before routing */
  readonly takesOwn?: true;
  /** Another program executes its runs, and may come back with them through another gateway. @default its runs end with it */
  readonly mayReturn?: true;
  /** The handlers its code has: the keys of the jobs that the code declares. */
  readonly jobKeys: readonly string[];
  /** The kinds of work it has runners for. @default code alone */
  readonly workKinds?: readonly WorkKind[];
  /** The work that its runners of other kinds than code take. @default every work of `workKinds` */
  readonly runners?: readonly RunnerOffer[];
}

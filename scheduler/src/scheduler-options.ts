import type { ExecutorGatewayOptions } from "@mojob/executor-gateway";
import type { LocalAccess, ManagementAppOptions } from "@mojob/http";
import type { EmbeddedOptions } from "@mojob/runtime-local";

/** It keeps what it has in a file: `startEmbedded` is what can do without. */
type Embedding = Omit<EmbeddedOptions, "app" | "store" | "state" | "bus" | "runtime" | "scope" | "inMemory">;
type Managing = Pick<ManagementAppOptions, "token" | "authenticate" | "cors" | "basePath" | "trustedProxies">;

/** The options of `startEmbedded` and of `createManagementApp`, and where the scheduler is kept and served. */
export interface StartSchedulerOptions extends Embedding, Managing {
  /** The service these jobs belong to. @default "default" */
  readonly app?: string;
  /** The SQLite file. @default ".mojob/scheduler.db" */
  readonly file?: string;
  /** Where the panel and the API listen; anything but loopback needs a token or a login. @default "127.0.0.1" */
  readonly hostname?: string;
  /** 0 takes any free one. @default 7788 */
  readonly port?: number;
  /**
   * The credentials that callers of this machine need where neither `token` nor `authenticate` is given. `link`: a browser opens the link
   * that the start prints, and programs send the token of the file `token` in the folder of `file`, or in `.mojob` where that is the
   * working folder. `open`: nothing, and a proxy of this machine may let others in. @default "link"
   */
  readonly localAccess?: LocalAccess;
  /** The tokens of workers in other processes, by app: what `startRemoteWorker` of @mojob/client/worker sends. @default {}: there are none */
  readonly executors?: NonNullable<ExecutorGatewayOptions["tokens"]>;
  /**
   * Closes it at the first SIGINT or SIGTERM. The process then ends as it would have without: by itself where nothing else keeps it alive, else by
   * the signal, unless the program listens for that, too. A second Ctrl+C ends it at once. @default true
   */
  readonly closeOnSignal?: boolean;
}

/** Everything a deployment decides, read from `MOJOB_*` variables. */
export interface Configuration {
  /** Where the API and the panel listen. `MOJOB_HOST`. @default "127.0.0.1" */
  readonly host: string;
  /** 0 takes any free one. `MOJOB_PORT`. @default 7788 */
  readonly port: number;
  /** `MOJOB_STORE`: `memory:`, `mongodb://…` or `mongodb+srv://…`. @default "memory:" */
  readonly store: StoreConfiguration;
  /** `MOJOB_RUNTIME`: `local:` or `temporal://host:port/namespace`. @default "local:" */
  readonly runtime: RuntimeConfiguration;
  /** What a client must bear; `null` serves loopback only. `MOJOB_TOKEN`. @default null */
  readonly token: string | null;
  /** `MOJOB_TENANT`. @default "default" */
  readonly tenant: string;
  /** The service whose jobs this process runs. `MOJOB_APP`. @default "default" */
  readonly app: string;
  /** Origins whose pages may call the API, comma-separated. `MOJOB_CORS_ORIGINS`. @default none */
  readonly corsOrigins: readonly string[];
  /** Runs at once in this process; `null` is unlimited. `MOJOB_MAX_CONCURRENT_RUNS`. @default null */
  readonly maxConcurrentRuns: number | null;
  /** How long running jobs may go on once the process is asked to end. `MOJOB_SHUTDOWN_GRACE_MS`. @default 30_000 */
  readonly shutdownGraceMs: number;
  /** No recurring job runs by itself. `MOJOB_RECURRING_DEBUG_MODE`. @default false */
  readonly recurringDebugMode: boolean;
  /** No triggered job runs unless asked by hand. `MOJOB_TRIGGERED_DEBUG_MODE`. @default false */
  readonly triggeredDebugMode: boolean;
  /** Where the quickstart keeps its files. `MOJOB_QUICKSTART_DIR`. @default null */
  readonly quickstartDir: string | null;
}

export type StoreConfiguration =
  | { readonly kind: "memory" }
  /** `url` may carry a password: never print it. */
  | { readonly kind: "mongodb"; readonly url: string };

export type RuntimeConfiguration =
  | { readonly kind: "local" }
  | { readonly kind: "temporal"; readonly address: string; readonly namespace: string };

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** Whether only programs of the same machine can reach the address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_HOST.test(host);
}

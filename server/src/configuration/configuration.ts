import type { WorkerOptions } from "@mojob/core";
import type {
  AuditMode,
  JobDefaults,
  NewJobs,
  OptionRule,
  PoolOptions,
  QuotaOptions,
  WaitingFires,
} from "@mojob/core/engine";
import type { Sandbox } from "@mojob/core/ports";
import type { DocsAccess, LocalAccess } from "@mojob/http";
import type { PeopleConfiguration } from "./people-configuration.ts";
import type { ScriptLanguageName } from "./script-languages.ts";
import type { SqlConnectionConfiguration } from "./sql-variables.ts";
import type { TransferConnectionConfiguration } from "./transfer-variables.ts";

/** Everything a deployment decides, read from `MOJOB_*` variables. */
export interface Configuration {
  /** Where the API and the panel listen. `MOJOB_HOST`. @default "127.0.0.1" */
  readonly host: string;
  /** 0 takes any free one. `MOJOB_PORT`. @default 7788 */
  readonly port: number;
  /** `MOJOB_STORE`: `sqlite:<path>`, `memory:`, `mongodb://…` or `mongodb+srv://…`. @default "sqlite:.mojob/mojob.db" */
  readonly store: StoreConfiguration;
  /**
   * How to start while another process runs on the same store: end, or stand by and take over. `MOJOB_WHEN_HELD`.
   * @default "refuse"
   */
  readonly whenHeld: "refuse" | "wait";
  /** `MOJOB_RUNTIME`: `local:` or `temporal://host:port/namespace`. @default "local:" */
  readonly runtime: RuntimeConfiguration;
  /** The token that a client must send; `null` serves loopback only. `MOJOB_TOKEN`. @default null */
  readonly token: string | null;
  /** The credentials that callers of this machine need while there is no token and nobody signs in. `MOJOB_LOCAL_ACCESS`. @default "link" */
  readonly localAccess: LocalAccess;
  /** Who signs in, and how: `MOJOB_PEOPLE`, `MOJOB_PASSWORDS`, `MOJOB_ADMIN_…`, `MOJOB_OIDC_…`. */
  readonly people: PeopleConfiguration;
  /** The tenants that this process serves: `MOJOB_TENANTS`, comma-separated, or the one `MOJOB_TENANT`. @default ["default"] */
  readonly tenants: readonly string[];
  /** Names the control planes on Temporal that serve the same tenants. `MOJOB_DEPLOYMENT`. @default the first tenant */
  readonly deployment: string;
  /** The service whose jobs this process runs. `MOJOB_APP`. @default "default" */
  readonly app: string;
  /**
   * Proxies whose `X-Forwarded-For` is believed: addresses and ranges, comma-separated. `MOJOB_TRUSTED_PROXIES`. @default none
   */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may call the API, comma-separated. `MOJOB_CORS_ORIGINS`. @default none */
  readonly corsOrigins: readonly string[];
  /**
   * Its worker's description of itself: `MOJOB_WORKER_NAME`, `MOJOB_WORKER_DESCRIPTION`, `MOJOB_WORKER_LABELS` as `region=eu,gpu=yes`, and
   * `MOJOB_VERSION`, the version of the app's code.
   * How often it samples what its process and its programs use: `MOJOB_SAMPLE_EVERY_MS`, 5000 to 300_000, or `off`. @default {}
   */
  readonly worker: Pick<WorkerOptions, "name" | "description" | "labels" | "version" | "sampleEveryMs">;
  /** Runs at once in this process; `null` is unlimited. `MOJOB_MAX_CONCURRENT_RUNS`: `8`, or by load `2-16`, `2-16@70%`. @default null */
  readonly maxConcurrentRuns: number | null | PoolOptions;
  /**
   * How many apps a tenant may have: `MOJOB_MAX_APPS`; how much each: `MOJOB_MAX_JOBS`, `MOJOB_MAX_WAITING_RUNS`, `MOJOB_MAX_WAITING_BYTES`; the script of each job: `MOJOB_MAX_SCRIPT_VERSIONS`;
   * and the tenant as a whole: `MOJOB_MAX_RUNS_PER_MINUTE`, `MOJOB_MAX_TENANT_RUNS`. People change them for a tenant while it runs.
   * @default 1_000 apps, 10_000 jobs, 100_000 waiting runs, 256 MiB of their arguments
   */
  readonly quotas: QuotaOptions;
  /** How long running jobs may go on once the process is asked to end. `MOJOB_SHUTDOWN_GRACE_MS`. @default 30_000 */
  readonly shutdownGraceMs: number;
  /** No recurring job runs by itself. `MOJOB_RECURRING_DEBUG_MODE`. @default false */
  readonly recurringDebugMode: boolean;
  /** No triggered job runs unless asked by hand. `MOJOB_TRIGGERED_DEBUG_MODE`. @default false */
  readonly triggeredDebugMode: boolean;
  /** Workers may register jobs with a call to the API. `MOJOB_HTTP_REGISTRATION`. @default false */
  readonly httpRegistration: boolean;
  /** How many calls a token may make within a minute, at each process. `MOJOB_MAX_CALLS_PER_MINUTE`. @default null: as many as it wants */
  readonly maxCallsPerMinute: number | null;
  /** What the installation is for, which the panel shows on every page. `MOJOB_ENVIRONMENT`. @default null: nothing is shown */
  readonly environment: string | null;
  /** Who reads the documentation of the API. `MOJOB_DOCS`. @default "open" */
  readonly docs: DocsAccess;
  /** How to treat stored options that the code states otherwise. `MOJOB_OPTION_RULE`. @default "stored" */
  readonly optionRule: OptionRule;
  /**
   * Tokens of executors in other languages by tenant and app: lists by app as a JSON object, in one by tenant where there are several;
   * `{}` serves this machine alone. `MOJOB_EXECUTORS`.
   * @default null: they are not served
   */
  readonly executors: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> | null;
  /** The proof of a call of theirs: a token or a signature, or a signature alone. `MOJOB_EXECUTOR_AUTH`. @default "bearer" */
  readonly executorAuth: "bearer" | "signed";
  /**
   * Executors of XXL-JOB that run jobs here, by tenant and app name: by app name as a JSON object, in one by tenant where there are several;
   * it contains tokens. `MOJOB_XXL`. @default none
   */
  readonly xxl: Readonly<Record<string, Readonly<Record<string, XxlAppConfiguration>>>> | null;
  /**
   * Where executors of XXL-JOB may be that register with a token made in the panel or with the API, also those of tenants that are added:
   * addresses, ranges and host names. `MOJOB_XXL_ADDRESSES`. @default none may
   */
  readonly xxlAddresses: readonly string[] | null;
  /** Where others reach the API, for callbacks to runs. `MOJOB_PUBLIC_URL`. @default null: nothing can report to runs */
  readonly publicUrl: string | null;
  /** Called every minute by a control plane while all is well. `MOJOB_HEARTBEAT_URL`. @default null */
  readonly heartbeatUrl: string | null;
  /** The file with the keys that seal and open secrets. `MOJOB_KEYS_FILE`. @default null: no secrets */
  readonly keysFile: string | null;
  /** Scripts that its worker runs: `MOJOB_SCRIPTS`, and `MOJOB_SCRIPTS_SANDBOX`. @default null: none */
  readonly scripts: ScriptsConfiguration | null;
  /** Programs that its worker may start, by name on PATH or absolute path. `MOJOB_COMMANDS`. @default null: none */
  readonly commands: readonly string[] | null;
  /** Folders in which its worker looks for files that jobs of tasks need. `MOJOB_FILE_CHECKS`. @default null: none */
  readonly fileChecks: readonly string[] | null;
  /** Folders by name in which its worker runs jobs with files. `MOJOB_FILE_JOBS`. @default null: it runs none */
  readonly fileJobs: Readonly<Record<string, FileJobsRoot>> | null;
  /** URLs of databases and FTP servers that its worker looks at for jobs of tasks, by name. `MOJOB_CONNECTIONS`. @default null: none */
  readonly connections: Readonly<Record<string, string>> | null;
  /** How many scripts and programs run at once; others wait. `MOJOB_MAX_PROGRAMS`. @default 32 */
  readonly maxPrograms: number;
  /** Where the working folders of scripts and programs are kept: `MOJOB_RUN_FOLDERS`, and how much of them. @default null: none is kept */
  readonly runFolders: RunFoldersConfiguration | null;
  /** Whether its worker sends HTTP requests: `MOJOB_HTTP_JOBS`; and where to. @default null: it sends none */
  readonly httpJobs: HttpJobsConfiguration | null;
  /** Whether its worker sends notices: `MOJOB_NOTICE_JOBS`; and where to. @default null: it sends none */
  readonly noticeJobs: NoticeJobsConfiguration | null;
  /** The databases that its jobs may use, by name. `MOJOB_SQL_JOBS`. @default null: none */
  readonly sqlJobs: Readonly<Record<string, SqlConnectionConfiguration>> | null;
  /** The servers that its jobs may transfer files from and to, by name; roots are those of `fileJobs`. `MOJOB_TRANSFER_JOBS`. @default null: none */
  readonly transferJobs: Readonly<Record<string, TransferConnectionConfiguration>> | null;
  /**
   * How stdout gets the lines of runs, and what would be written to stderr: lines of text, or of JSON. `MOJOB_LOG`. @default null: stderr alone, without
   * the lines of runs
   */
  readonly log: "text" | "json" | null;
  /** How jobs begin that the app registers for the first time. `MOJOB_NEW_JOBS`. @default "running" */
  readonly newJobs: NewJobs;
  /** Whether what is changed is written into the audit after it was done, or before it. `MOJOB_AUDIT`. @default "after" */
  readonly audit: AuditMode;
  /**
   * Where a control plane writes the ends of the audit's chains, at its start, each hour and at its end: `stdout`, or an address to which they are
   * posted. `MOJOB_AUDIT_HEADS`. @default null
   */
  readonly auditHeads: string | null;
  /** How to treat the waiting runs of an app that is stopped, where the request does not say. `MOJOB_STOP_WAITING`. @default "hold" */
  readonly stopWaiting: WaitingFires;
  /** Options of jobs that do not state them, as a JSON object. `MOJOB_JOB_DEFAULTS`. @default {} */
  readonly jobDefaults: JobDefaults;
  /** The defaults of one tenant, by its name, which come before `jobDefaults`. `MOJOB_TENANT_DEFAULTS`. @default {} */
  readonly tenantDefaults: Readonly<Record<string, JobDefaults>>;
}

/** The working folders of runs that a worker keeps. */
export interface RunFoldersConfiguration {
  readonly path: string;
  /** How long after their end: `MOJOB_RUN_FOLDERS_DAYS`. */
  readonly days: number;
  /** How much of each app: `MOJOB_RUN_FOLDERS_MB`. */
  readonly mbPerApp: number;
}

/** As `@mojob/script-runner` takes them. */
export interface ScriptsConfiguration {
  readonly languages: readonly ScriptLanguageName[];
  /** `MOJOB_SCRIPTS_SANDBOX`. @default "bubblewrap" */
  readonly sandbox: Sandbox;
}

/** As `@mojob/file-runner` takes it. */
export interface FileJobsRoot {
  readonly folder: string;
  /** Whether jobs may read there and nothing else: `:ro` after the folder. @default false */
  readonly readOnly: boolean;
}

/** As `@mojob/http-runner` takes them. */
export interface HttpJobsConfiguration {
  /** The destinations that may be connected to beside public addresses. `MOJOB_HTTP_JOBS_ALLOW`. @default [] */
  readonly allow: readonly string[];
  /** The only hosts that may be connected to. `MOJOB_HTTP_JOBS_HOSTS`. @default null: any */
  readonly hosts: readonly string[] | null;
}

/** As `@mojob/notice-runner` takes them. */
export interface NoticeJobsConfiguration {
  /** The destinations that may be connected to beside public addresses. `MOJOB_NOTICE_JOBS_ALLOW`. @default [] */
  readonly allow: readonly string[];
  /** The only hosts that may be connected to. `MOJOB_NOTICE_JOBS_HOSTS`. @default null: any */
  readonly hosts: readonly string[] | null;
  /** `MOJOB_SMTP_URL`, which may contain a password: never print it. @default null: no mail is sent */
  readonly smtpUrl: string | null;
}

/** The executors of one app name, as `@mojob/xxl-gateway` takes them. */
export interface XxlAppConfiguration {
  readonly token: string;
  readonly addresses?: readonly string[];
  readonly executors?: readonly string[];
  readonly glue?: boolean;
}

export type StoreConfiguration =
  | { readonly kind: "memory" }
  /** One file; a relative path is relative to where the program was started. */
  | { readonly kind: "sqlite"; readonly path: string }
  /** `url` may contain a password: never print it. */
  | { readonly kind: "mongodb"; readonly url: string };

export type RuntimeConfiguration =
  | { readonly kind: "local" }
  | { readonly kind: "temporal"; readonly address: string; readonly namespace: string };

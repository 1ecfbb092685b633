import * as v from "valibot";
import type { Configuration, RuntimeConfiguration, StoreConfiguration } from "./configuration.ts";
import { executors, tokensOfTenants, xxlApps, xxlOfTenants } from "./executor-variables.ts";
import { jobDefaults, tenantDefaults } from "./job-defaults.ts";
import {
  commands,
  connections,
  fileRoots,
  folder,
  folders,
  hosts,
  scriptLanguages,
} from "./runner-variables.ts";
import { flag, line } from "./plain-variables.ts";
import { PEOPLE_VARIABLES, peopleOf } from "./people-variables.ts";
import { auditHeads, heartbeatUrl, origins, proxies, publicUrl, smtpUrl } from "./url-variables.ts";
import { places } from "./places.ts";
import { sqlJobs } from "./sql-variables.ts";
import { transferJobs } from "./transfer-variables.ts";
import { workerLabels } from "./worker-labels.ts";
import {
  AuditMode,
  DEFAULT_TENANT,
  isName,
  NAME_RULE,
  NewJobs,
  OptionRule,
  tokenMistake,
  WaitingFires,
} from "@mojob/core/engine";
import { LONGEST_SAMPLE_MS, SHORTEST_SAMPLE_MS, Sandbox } from "@mojob/core/ports";
import { DocsAccess, LocalAccess } from "@mojob/http";

const TEMPORAL_URL =
  /^temporal:\/\/((?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5})\/([A-Za-z0-9][A-Za-z0-9._-]{0,254})$/;
/** A path alone: what begins with two slashes is a URL that its writer means something else by. */
const SQLITE_PATH = /^sqlite:(?!\/\/)(.*[^/\\\s])$/;
const MONGODB_URL = /^mongodb(\+srv)?:\/\/\S+$/;

const name = (fallback: string) => v.optional(v.pipe(v.string(), v.check(isName, NAME_RULE)), fallback);

const names = v.pipe(
  v.string(),
  v.transform((text) => text.split(",").map((one) => one.trim())),
  v.array(v.pipe(v.string(), v.check(isName, `must be names, separated by commas; each ${NAME_RULE}`))),
  v.check((list) => new Set(list).size === list.length, "must name each tenant once"),
);

const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

const store = v.pipe(
  v.string(),
  v.check(
    (text) => text === "memory:" || SQLITE_PATH.test(text) || MONGODB_URL.test(text),
    'must be "sqlite:" and the path of a file, "memory:", "mongodb://…" or "mongodb+srv://…"',
  ),
  v.transform((text): StoreConfiguration => {
    if (text === "memory:") return { kind: "memory" };
    const [, path] = SQLITE_PATH.exec(text) ?? [];
    return path === undefined ? { kind: "mongodb", url: text } : { kind: "sqlite", path };
  }),
);

const runtime = v.pipe(
  v.string(),
  v.check(
    (text) => text === "local:" || TEMPORAL_URL.test(text),
    'must be "local:" or "temporal://host:port/namespace"',
  ),
  v.transform((text): RuntimeConfiguration => {
    const [, address, namespace] = TEMPORAL_URL.exec(text) ?? [];
    return address && namespace ? { kind: "temporal", address, namespace } : { kind: "local" };
  }),
);

const token = v.pipe(
  v.string(),
  v.check(
    (text) => tokenMistake(text) === null,
    ({ input }) => tokenMistake(input) ?? "",
  ),
);

/** `off` measures nothing. */
const sampleEvery = v.pipe(
  v.string(),
  v.transform((text) => (text === "off" ? null : /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN)),
  v.check(
    (ms) => ms === null || (ms >= SHORTEST_SAMPLE_MS && ms <= LONGEST_SAMPLE_MS),
    `must be a whole number from ${SHORTEST_SAMPLE_MS} to ${LONGEST_SAMPLE_MS}, or off`,
  ),
);

const variables = v.object({
  MOJOB_HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[^\s/[\]]+$/, "must be a host name or an IP address")),
    "127.0.0.1",
  ),
  MOJOB_PORT: v.optional(integer(0, 65_535), "7788"),
  MOJOB_STORE: v.optional(store, "sqlite:.mojob/mojob.db"),
  MOJOB_WHEN_HELD: v.optional(v.picklist(["refuse", "wait"], "must be refuse or wait"), "refuse"),
  MOJOB_RUNTIME: v.optional(runtime, "local:"),
  MOJOB_TOKEN: v.optional(token),
  MOJOB_LOCAL_ACCESS: v.optional(
    v.picklist(Object.values(LocalAccess), `must be ${Object.values(LocalAccess).join(" or ")}`),
    LocalAccess.Link,
  ),
  ...PEOPLE_VARIABLES,
  MOJOB_TENANT: name(DEFAULT_TENANT),
  MOJOB_TENANTS: v.optional(names),
  MOJOB_DEPLOYMENT: v.optional(v.pipe(v.string(), v.check(isName, NAME_RULE))),
  MOJOB_APP: name("default"),
  MOJOB_CORS_ORIGINS: v.optional(origins),
  MOJOB_TRUSTED_PROXIES: v.optional(proxies),
  MOJOB_VERSION: v.optional(line(100)),
  MOJOB_WORKER_NAME: v.optional(line(100)),
  MOJOB_WORKER_DESCRIPTION: v.optional(line(500)),
  MOJOB_WORKER_LABELS: v.optional(workerLabels),
  MOJOB_SAMPLE_EVERY_MS: v.optional(sampleEvery),
  MOJOB_MAX_CONCURRENT_RUNS: v.optional(places),
  MOJOB_MAX_APPS: v.optional(integer(1, 1_000_000), "1000"),
  MOJOB_MAX_JOBS: v.optional(integer(1, 1_000_000), "10000"),
  MOJOB_MAX_WAITING_RUNS: v.optional(integer(1, 100_000_000), "100000"),
  MOJOB_MAX_WAITING_BYTES: v.optional(integer(1, Number.MAX_SAFE_INTEGER), "268435456"),
  MOJOB_MAX_SCRIPT_VERSIONS: v.optional(integer(1, Number.MAX_SAFE_INTEGER), "1000"),
  MOJOB_MAX_RUNS_PER_MINUTE: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  MOJOB_MAX_TENANT_RUNS: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  MOJOB_SHUTDOWN_GRACE_MS: v.optional(integer(0, 86_400_000), "30000"),
  MOJOB_RECURRING_DEBUG_MODE: flag,
  MOJOB_TRIGGERED_DEBUG_MODE: flag,
  MOJOB_HTTP_REGISTRATION: flag,
  MOJOB_MAX_CALLS_PER_MINUTE: v.optional(integer(1, Number.MAX_SAFE_INTEGER)),
  MOJOB_ENVIRONMENT: v.optional(line(40)),
  MOJOB_DOCS: v.optional(
    v.picklist(Object.values(DocsAccess), `must be ${Object.values(DocsAccess).join(" or ")}`),
    DocsAccess.Open,
  ),
  MOJOB_OPTION_RULE: v.optional(
    v.picklist(Object.values(OptionRule), `must be ${Object.values(OptionRule).join(" or ")}`),
    OptionRule.Stored,
  ),
  MOJOB_EXECUTORS: v.optional(executors),
  MOJOB_EXECUTOR_AUTH: v.optional(v.picklist(["bearer", "signed"], "must be bearer or signed"), "bearer"),
  MOJOB_XXL: v.optional(xxlApps),
  MOJOB_XXL_ADDRESSES: v.optional(hosts),
  MOJOB_PUBLIC_URL: v.optional(publicUrl),
  MOJOB_HEARTBEAT_URL: v.optional(heartbeatUrl),
  MOJOB_KEYS_FILE: v.optional(line(4096)),
  MOJOB_SCRIPTS: v.optional(scriptLanguages),
  MOJOB_SCRIPTS_SANDBOX: v.optional(
    v.picklist(Object.values(Sandbox), `must be ${Object.values(Sandbox).join(" or ")}`),
    Sandbox.Bubblewrap,
  ),
  MOJOB_COMMANDS: v.optional(commands),
  MOJOB_FILE_CHECKS: v.optional(folders),
  MOJOB_FILE_JOBS: v.optional(fileRoots),
  MOJOB_CONNECTIONS: v.optional(connections),
  MOJOB_MAX_PROGRAMS: v.optional(integer(1, 10_000), "32"),
  MOJOB_RUN_FOLDERS: v.optional(folder),
  MOJOB_RUN_FOLDERS_DAYS: v.optional(integer(1, 3650), "7"),
  MOJOB_RUN_FOLDERS_MB: v.optional(integer(1, 1_000_000), "1024"),
  MOJOB_HTTP_JOBS: flag,
  MOJOB_HTTP_JOBS_ALLOW: v.optional(hosts),
  MOJOB_HTTP_JOBS_HOSTS: v.optional(hosts),
  MOJOB_NOTICE_JOBS: flag,
  MOJOB_NOTICE_JOBS_ALLOW: v.optional(hosts),
  MOJOB_NOTICE_JOBS_HOSTS: v.optional(hosts),
  MOJOB_SMTP_URL: v.optional(smtpUrl),
  MOJOB_SQL_JOBS: v.optional(sqlJobs),
  MOJOB_TRANSFER_JOBS: v.optional(transferJobs),
  MOJOB_LOG: v.optional(v.picklist(["text", "json"], "must be text or json")),
  MOJOB_NEW_JOBS: v.optional(
    v.picklist(Object.values(NewJobs), `must be ${Object.values(NewJobs).join(" or ")}`),
    NewJobs.Running,
  ),
  MOJOB_AUDIT: v.optional(
    v.picklist(Object.values(AuditMode), `must be ${Object.values(AuditMode).join(" or ")}`),
    AuditMode.After,
  ),
  MOJOB_AUDIT_HEADS: v.optional(auditHeads),
  MOJOB_STOP_WAITING: v.optional(
    v.picklist(Object.values(WaitingFires), `must be ${Object.values(WaitingFires).join(" or ")}`),
    WaitingFires.Hold,
  ),
  MOJOB_JOB_DEFAULTS: v.optional(jobDefaults, "{}"),
  MOJOB_TENANT_DEFAULTS: v.optional(tenantDefaults, "{}"),
});

/** Every variable there is. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(variables.entries);

/** The mistake in one variable; never with the value of one that may be a secret. */
export interface VariableMistake {
  readonly variable: string;
  readonly message: string;
}

export type VariablesRead =
  | { readonly configuration: Configuration; readonly mistakes?: never }
  | { readonly configuration?: never; readonly mistakes: readonly VariableMistake[] };

/** Reads and checks each variable by itself. */
export function readVariables(env: Readonly<Record<string, string>>): VariablesRead {
  const parsed = v.safeParse(variables, env);
  if (!parsed.success) {
    const mistakes = parsed.issues.map((issue) => ({
      variable: v.getDotPath(issue)?.split(".")[0] ?? "",
      message: issue.message,
    }));
    return { mistakes };
  }
  const values = parsed.output;
  const tenants = values.MOJOB_TENANTS ?? [values.MOJOB_TENANT];
  const executorTokens =
    values.MOJOB_EXECUTORS === undefined ? null : tokensOfTenants(values.MOJOB_EXECUTORS, tenants);
  if (executorTokens?.mistake !== undefined) {
    return { mistakes: [{ variable: "MOJOB_EXECUTORS", message: executorTokens.mistake }] };
  }
  const xxl = values.MOJOB_XXL === undefined ? null : xxlOfTenants(values.MOJOB_XXL, tenants);
  if (xxl?.mistake !== undefined) return { mistakes: [{ variable: "MOJOB_XXL", message: xxl.mistake }] };
  const unserved = Object.keys(values.MOJOB_TENANT_DEFAULTS).find((tenant) => !tenants.includes(tenant));
  if (unserved !== undefined) {
    const message = `names the tenant "${unserved}", which this process does not serve`;
    return { mistakes: [{ variable: "MOJOB_TENANT_DEFAULTS", message }] };
  }
  const configuration = configurationOf(values, {
    tenants,
    executors: executorTokens?.tenants ?? null,
    xxl: xxl?.tenants ?? null,
  });
  return { configuration };
}

function httpJobsOf(values: v.InferOutput<typeof variables>): Configuration["httpJobs"] {
  if (!values.MOJOB_HTTP_JOBS) return null;
  return { allow: values.MOJOB_HTTP_JOBS_ALLOW ?? [], hosts: values.MOJOB_HTTP_JOBS_HOSTS ?? null };
}

function noticeJobsOf(values: v.InferOutput<typeof variables>): Configuration["noticeJobs"] {
  if (!values.MOJOB_NOTICE_JOBS) return null;
  return {
    allow: values.MOJOB_NOTICE_JOBS_ALLOW ?? [],
    hosts: values.MOJOB_NOTICE_JOBS_HOSTS ?? null,
    smtpUrl: values.MOJOB_SMTP_URL ?? null,
  };
}

function scriptsOf(values: v.InferOutput<typeof variables>): Configuration["scripts"] {
  const languages = values.MOJOB_SCRIPTS;
  return languages ? { languages, sandbox: values.MOJOB_SCRIPTS_SANDBOX } : null;
}

function runFoldersOf(values: v.InferOutput<typeof variables>): Configuration["runFolders"] {
  const path = values.MOJOB_RUN_FOLDERS;
  if (path === undefined) return null;
  return { path, days: values.MOJOB_RUN_FOLDERS_DAYS, mbPerApp: values.MOJOB_RUN_FOLDERS_MB };
}

function quotasOf(values: v.InferOutput<typeof variables>): Configuration["quotas"] {
  return {
    maxApps: values.MOJOB_MAX_APPS,
    maxJobs: values.MOJOB_MAX_JOBS,
    maxWaitingRuns: values.MOJOB_MAX_WAITING_RUNS,
    maxWaitingBytes: values.MOJOB_MAX_WAITING_BYTES,
    maxScriptVersions: values.MOJOB_MAX_SCRIPT_VERSIONS,
    maxRunsPerMinute: values.MOJOB_MAX_RUNS_PER_MINUTE ?? null,
    maxConcurrentRuns: values.MOJOB_MAX_TENANT_RUNS ?? null,
  };
}

/** A setting for each variable. */
function configurationOf(
  values: v.InferOutput<typeof variables>,
  { tenants, executors: tokens, xxl }: Pick<Configuration, "tenants" | "executors" | "xxl">,
): Configuration {
  return {
    host: values.MOJOB_HOST,
    port: values.MOJOB_PORT,
    store: values.MOJOB_STORE,
    whenHeld: values.MOJOB_WHEN_HELD,
    runtime: values.MOJOB_RUNTIME,
    token: values.MOJOB_TOKEN ?? null,
    localAccess: values.MOJOB_LOCAL_ACCESS,
    people: peopleOf(values),
    tenants,
    deployment: values.MOJOB_DEPLOYMENT ?? tenants[0] ?? values.MOJOB_TENANT,
    app: values.MOJOB_APP,
    trustedProxies: values.MOJOB_TRUSTED_PROXIES ?? [],
    corsOrigins: values.MOJOB_CORS_ORIGINS ?? [],
    worker: workerOf(values),
    maxConcurrentRuns: values.MOJOB_MAX_CONCURRENT_RUNS ?? null,
    quotas: quotasOf(values),
    shutdownGraceMs: values.MOJOB_SHUTDOWN_GRACE_MS,
    recurringDebugMode: values.MOJOB_RECURRING_DEBUG_MODE,
    triggeredDebugMode: values.MOJOB_TRIGGERED_DEBUG_MODE,
    httpRegistration: values.MOJOB_HTTP_REGISTRATION,
    environment: values.MOJOB_ENVIRONMENT ?? null,
    docs: values.MOJOB_DOCS,
    maxCallsPerMinute: values.MOJOB_MAX_CALLS_PER_MINUTE ?? null,
    optionRule: values.MOJOB_OPTION_RULE,
    executors: tokens,
    executorAuth: values.MOJOB_EXECUTOR_AUTH,
    xxl,
    xxlAddresses: values.MOJOB_XXL_ADDRESSES ?? null,
    publicUrl: values.MOJOB_PUBLIC_URL ?? null,
    heartbeatUrl: values.MOJOB_HEARTBEAT_URL ?? null,
    keysFile: values.MOJOB_KEYS_FILE ?? null,
    scripts: scriptsOf(values),
    commands: values.MOJOB_COMMANDS ?? null,
    fileChecks: values.MOJOB_FILE_CHECKS ?? null,
    fileJobs: values.MOJOB_FILE_JOBS ?? null,
    connections: values.MOJOB_CONNECTIONS ?? null,
    maxPrograms: values.MOJOB_MAX_PROGRAMS,
    runFolders: runFoldersOf(values),
    httpJobs: httpJobsOf(values),
    noticeJobs: noticeJobsOf(values),
    sqlJobs: values.MOJOB_SQL_JOBS ?? null,
    transferJobs: values.MOJOB_TRANSFER_JOBS ?? null,
    log: values.MOJOB_LOG ?? null,
    newJobs: values.MOJOB_NEW_JOBS,
    audit: values.MOJOB_AUDIT,
    auditHeads: values.MOJOB_AUDIT_HEADS ?? null,
    stopWaiting: values.MOJOB_STOP_WAITING,
    jobDefaults: values.MOJOB_JOB_DEFAULTS,
    tenantDefaults: values.MOJOB_TENANT_DEFAULTS,
  };
}

function workerOf(values: v.InferOutput<typeof variables>): Configuration["worker"] {
  return {
    ...(values.MOJOB_WORKER_NAME !== undefined && { name: values.MOJOB_WORKER_NAME }),
    ...(values.MOJOB_WORKER_DESCRIPTION !== undefined && { description: values.MOJOB_WORKER_DESCRIPTION }),
    ...(values.MOJOB_WORKER_LABELS !== undefined && { labels: values.MOJOB_WORKER_LABELS }),
    ...(values.MOJOB_VERSION !== undefined && { version: values.MOJOB_VERSION }),
    ...(values.MOJOB_SAMPLE_EVERY_MS !== undefined && { sampleEveryMs: values.MOJOB_SAMPLE_EVERY_MS }),
  };
}

import { type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import { createWorkSlots, type IMoWorkRunner } from "@mojob/core/ports";
import type { Configuration, NoticeJobsConfiguration } from "../configuration/configuration.ts";
import { Role } from "./deployment-options.ts";
import { loadOptional } from "./load-optional.ts";

type Runner = IMoWorkRunner<JobContext>;

/** A kind of work that variables switch on; its package is loaded only then. */
interface RunnerOpener {
  readonly variables: readonly [string, ...string[]];
  readonly open: (() => Promise<Runner>) | null;
}

/**
 * Opens what the worker runs beside code: scripts, programs and requests, each where its variable switches it on.
 * @throws MoJobError `invalid_configuration` where this process runs no jobs, where a package is not installed, and as the
 * runners: scripts need bubblewrap unless they are to run without it
 */
export async function openRunners(
  configuration: Configuration,
  role: Role = Role.All,
): Promise<readonly Runner[]> {
  const runsJobs = role !== Role.ControlPlane || configuration.runtime.kind === "local";
  const runners: Runner[] = [];
  for (const { variables, open } of openersOf(configuration)) {
    if (open === null) continue;
    if (!runsJobs)
      throw refused(
        `Cannot start with ${variables[0]}: a control plane alone runs no jobs; set it for a worker`,
      );
    const runner = open().catch((cause: unknown) => {
      if (!(cause instanceof MoJobError)) throw cause;
      throw refused(`${cause.message} (${variables.join(", ")})`, cause);
    });
    runners.push(await runner);
  }
  return runners;
}

function openersOf({
  scripts,
  commands,
  fileChecks,
  fileJobs,
  connections,
  httpJobs,
  noticeJobs,
  sqlJobs,
  transferJobs,
  app,
  maxPrograms,
  runFolders,
}: Configuration): readonly RunnerOpener[] {
  const places = createWorkSlots(maxPrograms);
  const programs = { places, ...(runFolders !== null && { keep: runFolders }) };
  return [
    {
      variables: ["MOJOB_SCRIPTS", "MOJOB_RUN_FOLDERS", "MOJOB_SCRIPTS_SANDBOX"],
      open:
        scripts &&
        (async () => {
          const load = () => import("@mojob/script-runner");
          const { scriptRunner } = await loadOptional("@mojob/script-runner", load);
          return scriptRunner({ ...scripts, ...programs });
        }),
    },
    {
      variables: ["MOJOB_COMMANDS", "MOJOB_RUN_FOLDERS"],
      open:
        commands &&
        (async () => {
          const load = () => import("@mojob/command-runner");
          const { commandRunner } = await loadOptional("@mojob/command-runner", load);
          return commandRunner({ programs: commands, ...programs });
        }),
    },
    ...openersOfFiles(fileChecks, fileJobs),
    ...openersOfConnections(connections),
    ...openersOfHttp(httpJobs),
    {
      variables: [
        "MOJOB_NOTICE_JOBS",
        "MOJOB_NOTICE_JOBS_ALLOW",
        "MOJOB_NOTICE_JOBS_HOSTS",
        "MOJOB_SMTP_URL",
      ],
      open: noticeJobs && (() => openNoticeRunner(noticeJobs)),
    },
    openerOfSql(sqlJobs, app),
    openerOfTransfers(transferJobs, fileJobs, app),
  ];
}

/** Openers of the runner that looks at files and of the one that changes them: each has folders of its own. */
function openersOfFiles(
  fileChecks: Configuration["fileChecks"],
  fileJobs: Configuration["fileJobs"],
): readonly RunnerOpener[] {
  return [
    {
      variables: ["MOJOB_FILE_CHECKS"],
      open:
        fileChecks &&
        (async () => {
          const load = () => import("@mojob/command-runner");
          const { fileChecks: checks } = await loadOptional("@mojob/command-runner", load);
          return checks({ folders: fileChecks });
        }),
    },
    {
      variables: ["MOJOB_FILE_JOBS"],
      open:
        fileJobs &&
        (async () => {
          const load = () => import("@mojob/file-runner");
          const { fileRunner } = await loadOptional("@mojob/file-runner", load);
          return fileRunner({ roots: fileJobs });
        }),
    },
  ];
}

/** Each kind of connection has its runner. */
function openersOfConnections(connections: Configuration["connections"]): readonly RunnerOpener[] {
  const variables = ["MOJOB_CONNECTIONS"] as const;
  const load = () => loadOptional("@mojob/connection-checks", () => import("@mojob/connection-checks"));
  const all = Object.entries(connections ?? {});
  const servers = all.filter(([, url]) => /^ftps?:/.test(url));
  const databases = all.filter((one) => !servers.includes(one));
  const given = (some: typeof all) => ({ connections: Object.fromEntries(some) });
  return [
    {
      variables,
      open: databases.length > 0 ? async () => (await load()).databaseChecks(given(databases)) : null,
    },
    { variables, open: servers.length > 0 ? async () => (await load()).ftpChecks(given(servers)) : null },
  ];
}

/** Openers of the runner that sends requests and of the one that looks at services: both go to the same addresses. */
function openersOfHttp(httpJobs: Configuration["httpJobs"]): readonly RunnerOpener[] {
  const variables = ["MOJOB_HTTP_JOBS", "MOJOB_HTTP_JOBS_ALLOW", "MOJOB_HTTP_JOBS_HOSTS"] as const;
  const load = () => loadOptional("@mojob/http-runner", () => import("@mojob/http-runner"));
  if (httpJobs === null) return [{ variables, open: null }];
  const { allow, hosts } = httpJobs;
  const options = { allow, ...(hosts !== null && { hosts }) };
  return [
    { variables, open: async () => (await load()).httpRunner(options) },
    { variables, open: async () => (await load()).serviceChecks(options) },
  ];
}

function openerOfSql(sqlJobs: Configuration["sqlJobs"], app: string): RunnerOpener {
  const own = ownConnections(sqlJobs, app);
  const connections = Object.fromEntries(own);
  const load = () => loadOptional("@mojob/sql-runner", () => import("@mojob/sql-runner"));
  return {
    variables: ["MOJOB_SQL_JOBS"],
    open: own.length > 0 ? async () => (await load()).sqlRunner({ connections }) : null,
  };
}

/** Files come from the folders of jobs with files and go there, where there are such. */
function openerOfTransfers(
  transferJobs: Configuration["transferJobs"],
  fileJobs: Configuration["fileJobs"],
  app: string,
): RunnerOpener {
  const own = ownConnections(transferJobs, app);
  const connections = Object.fromEntries(own);
  const load = () => loadOptional("@mojob/transfer-runner", () => import("@mojob/transfer-runner"));
  return {
    variables: ["MOJOB_TRANSFER_JOBS"],
    open:
      own.length > 0
        ? async () => (await load()).transferRunner({ connections, roots: fileJobs ?? {} })
        : null,
  };
}

/** Connections are for the jobs of an app: a worker of another one is not given them. */
function ownConnections<Connection extends { readonly apps?: readonly string[] }>(
  connections: Readonly<Record<string, Connection>> | null,
  app: string,
): readonly (readonly [string, Connection])[] {
  return Object.entries(connections ?? {}).filter(([, { apps }]) => apps?.includes(app) ?? true);
}

async function openNoticeRunner({ allow, hosts, smtpUrl }: NoticeJobsConfiguration): Promise<Runner> {
  const load = () => import("@mojob/notice-runner");
  const { noticeRunner } = await loadOptional("@mojob/notice-runner", load);
  return noticeRunner({
    allow,
    ...(hosts !== null && { hosts }),
    ...(smtpUrl !== null && { mail: { url: smtpUrl } }),
  });
}

function refused(message: string, cause?: unknown): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, message, { cause });
}

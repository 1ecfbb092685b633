import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { issueAt } from "@mojob/core/engine";
import { isLoopback, Sandbox } from "@mojob/core/ports";
import type { Configuration } from "./configuration.ts";
import { readVariables, VARIABLE_NAMES, type VariableMistake } from "./configuration-variables.ts";
import { isSecretFile } from "./secret-files.ts";
import { isServiceLink } from "./service-links.ts";
import { nearestName } from "./nearest-name.ts";

const PREFIX = "MOJOB_";

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface ParseConfigurationOptions {
  /** `MOJOB_*` variables that the program reads by itself. @default [] */
  readonly besides?: readonly string[];
}

/** Variables that a container platform gives for its Services, and that configure nothing here. */
export function serviceLinks(env: Environment): readonly string[] {
  return Object.entries(env).flatMap(([variable, value]) =>
    value !== undefined && isServiceLink(variable, value) ? [variable] : [],
  );
}

/**
 * Reads the configuration from environment variables. An empty one counts as absent; others than `MOJOB_*` are ignored.
 * @throws MoJobError `invalid_configuration` that lists every mistake, and never contains a secret
 * @example
 * ```ts
 * import { parseConfiguration } from "@mojob/server";
 *
 * const { port, store } = parseConfiguration({ MOJOB_PORT: "8080", MOJOB_STORE: "sqlite:jobs.db" });
 * ```
 */
export function parseConfiguration(
  env: Environment,
  { besides = [] }: ParseConfigurationOptions = {},
): Configuration {
  const given = ownVariables(env);
  for (const variable of besides) delete given[variable];
  const unknown = Object.keys(given).filter((variable) => !VARIABLE_NAMES.includes(variable));
  const { configuration, mistakes } = readVariables(given);
  const wrong: VariableMistake[] = [...unknownMistakes(unknown), ...(mistakes ?? [])];
  // A secret that could not be expanded must not open the API.
  if (env["MOJOB_TOKEN"] === "") {
    wrong.push({
      variable: "MOJOB_TOKEN",
      message: "must not be empty; leave it out to serve this machine alone",
    });
  }
  if (!configuration) throw refused(wrong);
  wrong.push(...contradictions(configuration, given));
  if (wrong.length > 0) throw refused(wrong);
  return configuration;
}

/** Rules that span variables. */
function contradictions(
  configuration: Configuration,
  given: Readonly<Record<string, string>>,
): VariableMistake[] {
  const found: VariableMistake[] = [];
  if (configuration.executors === null && configuration.executorAuth === "signed") {
    found.push({
      variable: "MOJOB_EXECUTOR_AUTH",
      message: "needs MOJOB_EXECUTORS, which lets executors register: {} has no tokens beside signatures",
    });
  }
  const { xxl, xxlAddresses } = configuration;
  if ((xxl !== null || xxlAddresses !== null) && configuration.store.kind === "memory") {
    found.push({
      variable: xxl === null ? "MOJOB_XXL_ADDRESSES" : "MOJOB_XXL",
      message: 'needs a MOJOB_STORE that is kept: with "memory:" a restart forgets which runs executors have',
    });
  }
  if (configuration.scripts === null && given["MOJOB_SCRIPTS_SANDBOX"] === Sandbox.Unsandboxed) {
    found.push({
      variable: "MOJOB_SCRIPTS_SANDBOX",
      message: "needs MOJOB_SCRIPTS, which lists the languages",
    });
  }
  found.push(
    ...withoutJobs(configuration, given),
    ...incompletePeople(configuration, given),
    ...foldersOfNothing(configuration, given),
  );
  if (given["MOJOB_LOCAL_ACCESS"] !== undefined && isSignedInto(configuration)) {
    found.push({
      variable: "MOJOB_LOCAL_ACCESS",
      message:
        "must be left out beside MOJOB_TOKEN and MOJOB_PEOPLE=true, which let nobody in without a sign-in",
    });
  }
  if (given["MOJOB_TENANT"] !== undefined && given["MOJOB_TENANTS"] !== undefined) {
    found.push({
      variable: "MOJOB_TENANTS",
      message: "must be left out beside MOJOB_TENANT: it names all tenants",
    });
  }
  if (configuration.runtime.kind === "temporal" && configuration.store.kind !== "mongodb") {
    found.push({
      variable: "MOJOB_STORE",
      message: 'must be "mongodb://…" with a Temporal runtime: the machines share nothing else',
    });
  }
  if (!isSignedInto(configuration) && !isLoopback(configuration.host)) {
    found.push({
      variable: "MOJOB_TOKEN",
      message: `or MOJOB_PEOPLE=true is wanted to listen on "${configuration.host}": without a sign-in only a loopback address is served`,
    });
  }
  return found;
}

/** Whether the configuration lets nobody in without a sign-in. */
function isSignedInto({ token, people }: Pick<Configuration, "token" | "people">): boolean {
  return token !== null || people.isRequired;
}

/** Variables of people that come together. */
function incompletePeople(
  { people }: Configuration,
  given: Readonly<Record<string, string>>,
): VariableMistake[] {
  const found: VariableMistake[] = [];
  const together = (isComplete: boolean, names: readonly string[], others: string): void => {
    const variable = names.find((name) => given[name] !== undefined);
    if (!isComplete && variable !== undefined) found.push({ variable, message: `needs ${others}` });
  };
  together(
    people.admin !== null,
    ["MOJOB_ADMIN_NAME", "MOJOB_ADMIN_PASSWORD_FILE"],
    "MOJOB_ADMIN_NAME and MOJOB_ADMIN_PASSWORD_FILE, which make the first person together",
  );
  together(
    people.oidc !== null,
    [
      "MOJOB_OIDC_ISSUER",
      "MOJOB_OIDC_CLIENT_ID",
      "MOJOB_OIDC_CLIENT_SECRET_FILE",
      "MOJOB_OIDC_SCOPES",
      "MOJOB_OIDC_GROUPS_CLAIM",
      "MOJOB_OIDC_ROLES",
      "MOJOB_OIDC_ADD_PEOPLE",
    ],
    "MOJOB_OIDC_ISSUER and MOJOB_OIDC_CLIENT_ID, which name the identity provider",
  );
  if (!people.passwords && people.oidc === null)
    found.push({
      variable: "MOJOB_PASSWORDS",
      message: "must not be false without MOJOB_OIDC_ISSUER: nobody could sign in",
    });
  return found;
}

/** Kept folders, where nothing has a folder; and how much of them, where none are kept. */
function foldersOfNothing(
  { runFolders, scripts, commands }: Configuration,
  given: Readonly<Record<string, string>>,
): readonly VariableMistake[] {
  if (runFolders !== null && scripts === null && commands === null)
    return [
      {
        variable: "MOJOB_RUN_FOLDERS",
        message: "needs MOJOB_SCRIPTS or MOJOB_COMMANDS: other work has no working folder",
      },
    ];
  const stated = ["MOJOB_RUN_FOLDERS_DAYS", "MOJOB_RUN_FOLDERS_MB"].filter(
    (variable) => runFolders === null && given[variable] !== undefined,
  );
  return stated.map((variable) => ({
    variable,
    message: "needs MOJOB_RUN_FOLDERS, which says where folders are kept",
  }));
}

/** Mistakes about variables that say where jobs may send, while nothing switches such jobs on. */
function withoutJobs(
  { httpJobs, noticeJobs }: Configuration,
  given: Readonly<Record<string, string>>,
): VariableMistake[] {
  const ofRequests = ["MOJOB_HTTP_JOBS_ALLOW", "MOJOB_HTTP_JOBS_HOSTS"].map((variable) => ({
    variable,
    isOn: httpJobs !== null,
    message: "needs MOJOB_HTTP_JOBS=true, without which no requests are sent",
  }));
  const ofNotices = ["MOJOB_NOTICE_JOBS_ALLOW", "MOJOB_NOTICE_JOBS_HOSTS", "MOJOB_SMTP_URL"].map(
    (variable) => ({
      variable,
      isOn: noticeJobs !== null,
      message: "needs MOJOB_NOTICE_JOBS=true, without which no notices are sent",
    }),
  );
  return [...ofRequests, ...ofNotices]
    .filter(({ variable, isOn }) => !isOn && given[variable] !== undefined)
    .map(({ variable, message }) => ({ variable, message }));
}

function ownVariables(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const [variable, value] of Object.entries(env)) {
    if (variable.startsWith(PREFIX) && value && !isServiceLink(variable, value)) own[variable] = value;
  }
  return own;
}

/** All names are listed once, because there are many of them. */
function unknownMistakes(unknown: readonly string[]): readonly VariableMistake[] {
  let isListed = false;
  return unknown.map((variable) => {
    if (isSecretFile(variable)) return { variable, message: "is read by withSecretFiles(), before this" };
    const near = nearestName(variable, VARIABLE_NAMES);
    if (near) return { variable, message: `is unknown; did you mean "${near}"?` };
    const message = isListed ? "is unknown" : `is unknown; there are ${VARIABLE_NAMES.join(", ")}`;
    isListed = true;
    return { variable, message };
  });
}

function refused(mistakes: readonly VariableMistake[]): MoJobError {
  const list = mistakes.map(({ variable, message }) => `${variable} ${message}`).join("; ");
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot start with this configuration: ${list}`,
    {
      issues: mistakes.map(({ variable, message }) => issueAt(`/${variable}`, "custom", { text: message })),
    },
  );
}

import { isLoopback, Sandbox } from "@mojob/core/ports";
import { LocalAccess, type ProtectionId, type ProtectionItem, ProtectionState } from "@mojob/http";
import type { Configuration, HttpJobsConfiguration } from "../configuration/configuration.ts";

const { On, Off, Open } = ProtectionState;

/** The facts that the configuration does not state. */
export interface ProtectionFacts {
  readonly hasPeople: boolean;
  /** Whether somebody who may do everything signs in by a password alone. */
  readonly hasWeakSuperadmin: boolean;
}

/** The input of the states. */
interface Situation extends ProtectionFacts {
  readonly configuration: Configuration;
  /** Whether nobody is let in without a sign-in. */
  readonly isSignedIn: boolean;
  /** Whether other machines reach the API, also through a proxy. */
  readonly isReachable: boolean;
}

interface Rule {
  readonly setting: string | null;
  readonly stateOf: (situation: Situation) => ProtectionState;
}

/** Each one is a row of "Protection" in `docs/people.md`. */
const RULES: Readonly<Record<ProtectionId, Rule>> = {
  sign_in: {
    setting: "MOJOB_PEOPLE",
    stateOf: ({ isSignedIn, isReachable }) => (isSignedIn ? On : offOrOpen(isReachable)),
  },
  people: {
    setting: "MOJOB_PEOPLE",
    stateOf: ({ configuration: { people }, hasPeople }) => onIf(people.isRequired || hasPeople),
  },
  provider: {
    setting: "MOJOB_OIDC_ISSUER",
    stateOf: ({ configuration: { people } }) => onIf(people.oidc !== null),
  },
  second_factor: {
    setting: null,
    stateOf({ hasPeople, hasWeakSuperadmin, isReachable }) {
      if (hasWeakSuperadmin) return offOrOpen(isReachable);
      return onIf(hasPeople);
    },
  },
  binding: {
    setting: "MOJOB_HOST",
    stateOf: ({ configuration: { host } }) => onIf(isLoopback(host)),
  },
  tls: {
    setting: "MOJOB_PUBLIC_URL",
    stateOf: ({ configuration: { publicUrl }, isReachable }) =>
      publicUrl?.startsWith("https:") === true ? On : offOrOpen(isReachable),
  },
  trusted_proxies: {
    setting: "MOJOB_TRUSTED_PROXIES",
    stateOf({ configuration: { trustedProxies } }) {
      if (trustedProxies.some(isEverybody)) return Open;
      return onIf(trustedProxies.length > 0);
    },
  },
  cors: {
    setting: "MOJOB_CORS_ORIGINS",
    stateOf({ configuration: { corsOrigins } }) {
      if (corsOrigins.some(isInTheClear)) return Open;
      return onIf(corsOrigins.length === 0);
    },
  },
  executors: {
    setting: "MOJOB_EXECUTOR_AUTH",
    stateOf: ({ configuration: { executors, executorAuth } }) =>
      onIf(executors === null || executorAuth === "signed"),
  },
  http_registration: {
    setting: "MOJOB_HTTP_REGISTRATION",
    stateOf: ({ configuration: { httpRegistration } }) => onIf(!httpRegistration),
  },
  scripts: {
    setting: "MOJOB_SCRIPTS_SANDBOX",
    stateOf: ({ configuration: { scripts }, isSignedIn }) =>
      scripts?.sandbox === Sandbox.Unsandboxed ? offOrOpen(!isSignedIn) : On,
  },
  commands: {
    setting: "MOJOB_COMMANDS",
    stateOf: ({ configuration: { commands }, isSignedIn }) =>
      commands === null ? On : offOrOpen(!isSignedIn),
  },
  http_jobs: {
    setting: "MOJOB_HTTP_JOBS_HOSTS",
    stateOf: ({ configuration: { httpJobs } }) => hostsState(httpJobs),
  },
  notice_jobs: {
    setting: "MOJOB_NOTICE_JOBS_HOSTS",
    stateOf: ({ configuration: { noticeJobs } }) => hostsState(noticeJobs),
  },
  secrets: {
    setting: "MOJOB_KEYS_FILE",
    stateOf: ({ configuration: { keysFile } }) => onIf(keysFile !== null),
  },
  quotas: {
    setting: "MOJOB_MAX_RUNS_PER_MINUTE",
    // The others are limited by default.
    stateOf: ({ configuration: { quotas } }) =>
      onIf((quotas.maxRunsPerMinute ?? null) !== null || (quotas.maxConcurrentRuns ?? null) !== null),
  },
  audit: { setting: null, stateOf: () => On },
};

/** The protections of an installation, those that are off among them. */
export function protectionsOf(
  configuration: Configuration,
  facts: ProtectionFacts,
): readonly ProtectionItem[] {
  const situation: Situation = {
    ...facts,
    configuration,
    isSignedIn:
      configuration.token !== null ||
      configuration.people.isRequired ||
      facts.hasPeople ||
      configuration.localAccess === LocalAccess.Link,
    isReachable: isReachable(configuration),
  };
  return Object.entries(RULES).map(([id, { setting, stateOf }]) => ({
    id: id as ProtectionId,
    state: stateOf(situation),
    setting,
  }));
}

function onIf(isOn: boolean): ProtectionState {
  return isOn ? On : Off;
}

function offOrOpen(isDangerous: boolean): ProtectionState {
  return isDangerous ? Open : Off;
}

function isReachable({ host, publicUrl, trustedProxies }: Configuration): boolean {
  return !isLoopback(host) || trustedProxies.length > 0 || (publicUrl !== null && !isOfMachine(publicUrl));
}

/** Where jobs may send requests to: every internal address is where nobody meant them to. */
function hostsState(jobs: Pick<HttpJobsConfiguration, "allow" | "hosts"> | null): ProtectionState {
  if (jobs === null || jobs.hosts !== null) return On;
  return offOrOpen(jobs.allow.some(isEverybody));
}

/** Whether a range has every address. */
function isEverybody(range: string): boolean {
  return range.endsWith("/0");
}

function isInTheClear(origin: string): boolean {
  return origin.startsWith("http:") && !isOfMachine(origin);
}

function isOfMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[(.*)\]$/, "$1"));
}

import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { isOneLine, reportWarning } from "@mojob/core/engine";
import { type Clock, systemClock } from "@mojob/core/ports";
import type { Identity } from "@mojob/identity";
import type { ProviderSignIn } from "./resources/identity/provider-sign-in.ts";
import { DocsAccess } from "./auth/access.ts";
import type { Authenticate } from "./auth/authenticate.ts";
import { createMemorySessionStore, type SessionStore } from "./auth/session/session-store.ts";
import { assertToken } from "./auth/token.ts";
import { type ClientAddress, createClientAddress } from "./auth/trusted-proxies.ts";
import { decodedPath } from "./panel/pathname.ts";
import type { ReportError } from "./problem/error-handler.ts";
import type { ApiExtension } from "./route/api-extension.ts";
import type { TenantsOptions } from "./resources/tenants/tenants-options.ts";
import type { FindProtection } from "./resources/protection/routes.ts";
import { reportOnConsole } from "./problem/report-on-console.ts";

export interface ManagementAppOptions {
  /** The token that callers must send as `Authorization: Bearer`. @default none: only requests of the same machine are served */
  readonly token?: string;
  /**
   * The token that callers of this machine must send where there is no `token`, while there are no people: a proxy of this machine that
   * adds no header is then nobody. `startLink()` of the app signs a browser in.
   * @default none: direct requests of this machine need nothing
   */
  readonly localToken?: string;
  /**
   * The people of the deployment, their roles and tokens, from `new Identity()` of `@mojob/identity`: they sign in by name. From the
   * first person on, nobody is let in who is not signed in.
   * @default none
   */
  readonly identity?: Identity;
  /** Lets people sign in at an identity provider, such as `oidcProvider()` of `@mojob/sign-in`. @default by passwords alone */
  readonly provider?: ProviderSignIn;
  /** Whether people sign in by passwords. @default true */
  readonly passwords?: boolean;
  /**
   * Where browsers reach the app, with its `basePath` and without a slash at the end: for links to it, and for the way back from the
   * identity provider. Over TLS browsers are told to come back over TLS alone. @default as each request says
   */
  readonly publicUrl?: string;
  /** Where browsers send the cookie of a sign-in that counts for several apps, such as those of all tenants. @default `basePath` */
  readonly cookiePath?: string;
  /**
   * Names the person whom the app around this one has signed in, so that its login is the panel's and runs and changes say who asked for
   * them; `null` is refused with 401. A token, where there is one too, is then for programs; executors sign in as always.
   * @default nobody is asked for
   */
  readonly authenticate?: Authenticate;
  /** Limits everything to the jobs of one app. @default all */
  readonly scope?: { readonly app: string };
  /** Lets pages of these origins call the API from a browser. @default none */
  readonly cors?: { readonly origins: readonly string[] };
  /**
   * Where browsers find the app, such as `/mojob` or `/定时`: the panel's files, links, `Location` and cookies are below it. Letters that
   * addresses do not have may be encoded, as browsers send them, or not; `/` is the same as `""`. @default ""
   */
  readonly basePath?: string;
  /**
   * Compresses responses for callers that accept gzip. `false` where the framework around it does so, or takes the `Content-Encoding` off a
   * response, as the route handlers of Next.js do. @default true
   */
  readonly compress?: boolean;
  /** @default systemClock */
  readonly clock?: Clock;
  /**
   * Where sign-ins are kept: give every process that serves one panel the same state store.
   * @default in memory: a sign-in ends with the process and counts in it alone
   */
  readonly sessions?: SessionStore;
  /** Lets workers register jobs with a call; those that reach the store register there. @default false */
  readonly registration?: boolean;
  /** How many calls a token that was made here may make within a minute, at this process. @default null: as many as it wants */
  readonly maxCallsPerMinute?: number | null;
  /** What this installation is for, such as `production` or `test`: the panel shows it on every page. 1 to 40 characters of one line. @default nothing is shown */
  readonly environment?: string;
  /** Who reads the documentation of the API and its description, which are the same for every installation. @default "open" */
  readonly docs?: DocsAccess;
  /**
   * The proxies whose `X-Forwarded-For` is believed: addresses, and ranges such as `10.1.0.0/16`. Wrong tokens are counted by the address
   * that a caller has then; without the proxy's all of its callers count as one.
   * @default none
   */
  readonly trustedProxies?: readonly string[];
  /** The tenants beside that of the scheduler. @default it knows of no others */
  readonly tenants?: TenantsOptions;
  /** Resolves to what protects the installation, which the panel shows to those who may edit the deployment. @default nothing is found */
  readonly protection?: FindProtection;
  /** Routes of other packages, such as `executorGateway()` of @mojob/executor-gateway. @default none */
  readonly extensions?: readonly ApiExtension[];
  /** Is called with every unexpected error, and the id that its caller got. @default writes one line to the console's error stream */
  readonly onError?: ReportError;
  /** Is called, at most once a minute, when a caller sent too many different wrong tokens. @default writes it to the console's error stream */
  readonly onWarning?: (warning: string) => void;
}

export interface ResolvedManagementAppOptions {
  readonly token: string | undefined;
  /** `undefined` where a token or the login of the app around is asked for in its place. */
  readonly localToken: string | undefined;
  readonly authenticate: Authenticate | undefined;
  readonly scope: { readonly app: string } | undefined;
  readonly origins: readonly string[];
  /** As browsers send it. */
  readonly basePath: string;
  readonly compress: boolean;
  readonly clock: Clock;
  readonly onError: ReportError;
  readonly onWarning: (warning: string) => void;
  readonly sessions: SessionStore;
  readonly registration: boolean;
  readonly docs: DocsAccess;
  readonly environment: string | null;
  readonly maxCallsPerMinute: number | null;
  readonly tenants: TenantsOptions | undefined;
  readonly protection: FindProtection | undefined;
  readonly extensions: readonly ApiExtension[];
  readonly addressOf: ClientAddress;
  readonly identity: Identity | undefined;
  readonly provider: ProviderSignIn | undefined;
  readonly passwords: boolean;
  readonly cookiePath: string;
  readonly publicUrl: string | null;
}

const LONGEST_ENVIRONMENT = 40;
const BASE_PATH = /^(\/[\p{L}\p{M}\p{N}._~-]+)*$/u;

/** @throws MoJobError `invalid_configuration` for a weak token, an origin that is none, or a malformed base path */
export function resolveManagementAppOptions(options: ManagementAppOptions): ResolvedManagementAppOptions {
  const { token, scope, cors, compress = true, clock = systemClock } = options;
  const { onError = reportOnConsole, onWarning = reportWarning } = options;
  const { identity, provider, passwords = true } = options;
  const {
    sessions = identity?.state ?? createMemorySessionStore(),
    registration = false,
    docs = DocsAccess.Open,
    maxCallsPerMinute = null,
    extensions = [],
  } = options;
  const addressOf = createClientAddress(options.trustedProxies ?? []);
  const origins = cors?.origins ?? [];
  if (token !== undefined) assertToken(token);
  if (options.localToken !== undefined) assertToken(options.localToken);
  const isOpen = token === undefined && options.authenticate === undefined;
  for (const origin of origins) assertOrigin(origin);
  const { environment = null } = options;
  if (environment !== null) assertEnvironment(environment);
  const basePath = encodedBasePath(options.basePath === "/" ? "" : (options.basePath ?? ""));
  return {
    token,
    localToken: isOpen ? options.localToken : undefined,
    authenticate: options.authenticate,
    scope,
    origins,
    basePath,
    compress,
    clock,
    onError,
    onWarning,
    sessions,
    registration,
    docs,
    environment,
    maxCallsPerMinute,
    tenants: options.tenants,
    protection: options.protection,
    extensions,
    addressOf,
    identity,
    provider,
    passwords,
    cookiePath: options.cookiePath ?? basePath,
    publicUrl: options.publicUrl ?? null,
  };
}

function encodedBasePath(basePath: string): string {
  const decoded = decodedPath(basePath);
  if (BASE_PATH.test(decoded)) return encodeURI(decoded);
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot serve the API under "${basePath}": a base path is "" or like "/mojob", without a slash at the end`,
  );
}

function assertEnvironment(environment: string): void {
  if (isOneLine(environment) && environment.trim() !== "" && environment.length <= LONGEST_ENVIRONMENT)
    return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot show the environment "${environment}": name it in 1 to ${LONGEST_ENVIRONMENT} characters of one line`,
  );
}

function assertOrigin(origin: string): void {
  if (URL.parse(origin)?.origin === origin) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot allow the origin "${origin}": name each one as a browser does, such as "https://panel.example.com"`,
  );
}

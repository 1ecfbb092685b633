import { isMoJobError, MoJobError, MoJobErrorCode } from "@mojob/core";
import { executorAddress, tokenMistake } from "@mojob/core/engine";
import { type Clock, type IMoExecutorStore, type IMoStateStore, systemClock } from "@mojob/core/ports";
import {
  type AddressGuard,
  createAddressGuard,
  type ResolveHost,
  resolveHost,
} from "@mojob/http-runner/client";

/** The executors of one XXL-JOB app name. */
export interface XxlAppOptions {
  /** The token that they send and are sent as `XXL-JOB-ACCESS-TOKEN`: 16 or more characters, and not XXL-JOB's default. */
  readonly token: string;
  /** Where they may be: addresses, ranges such as `10.1.0.0/16`, host names, `*.example.com`. One elsewhere is not registered. @default [] */
  readonly addresses?: readonly string[];
  /** Executors that are there without a registration, such as `http://10.1.0.5:9999/`. @default [] */
  readonly executors?: readonly string[];
  /** Whether they may be sent source text to run. @default false */
  readonly glue?: boolean;
}

/** The executors for which a token was made while everything runs. */
export interface IssuedScope {
  readonly tenant: string;
  /** The app names of XXL-JOB whose executors may use it. */
  readonly appNames: { has(name: string): boolean };
}

/** Tokens that are made while everything runs, for tenants that are added, too. */
export interface IssuedTokens {
  /** Where executors that register with one may be, as `addresses` of an app. */
  readonly addresses: readonly string[];
  /** Resolves to what a token is for; `null` for one that counts no longer, or was never made. */
  find(token: string, address: string): Promise<IssuedScope | null>;
}

export interface XxlGatewayOptions {
  /** The app whose worker has the gateway's runner; the executors are shown with it. */
  readonly app: string;
  /** By app name, as the executors state it, for the tenant `default`; or state `tenants`. */
  readonly apps?: Readonly<Record<string, XxlAppOptions>>;
  /** By tenant, and by app name; the token of an app says which tenant its executors belong to. @default { default: apps } */
  readonly tenants?: Readonly<Record<string, Readonly<Record<string, XxlAppOptions>>>>;
  /** Where runs under way and registrations are kept: the state store of the deployment. */
  readonly state: IMoStateStore;
  /** Tokens beside those of the apps. An executor is sent the one that it registered with. @default none */
  readonly issued?: IssuedTokens | null;
  /** Where the executors are shown as workers. @default they are not */
  readonly executors?: IMoExecutorStore;
  /** How many addresses of an app may be registered at once; what is configured or listed is not counted. @default 100 */
  readonly maxExecutors?: number;
  /** How long an executor may take to respond to a call. @default 10_000 */
  readonly callTimeoutMs?: number;
  /** How soon new lines of a log are fetched; five times as long where nothing is new. @default 1000 */
  readonly logEveryMs?: number;
  /** How often an executor is asked whether it still has a run. @default 10_000 */
  readonly checkEveryMs?: number;
  /** How long an executor may be silent about a run, or not have it, before the run is lost. @default 60_000, because a client may try to report a result every 30 s */
  readonly lostAfterMs?: number;
  /** How long a run waits for an executor to register. @default 30_000, the pause between two registrations */
  readonly waitForExecutorMs?: number;
  /** How long a killed run may take to report its end. @default 5000 */
  readonly killGraceMs?: number;
  /** @default the system's */
  readonly clock?: Clock;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly resolve?: ResolveHost;
  /** Called with what an operator should know. @default nothing */
  readonly onWarning?: (warning: string) => void;
  /** Called with what went wrong outside any run. @default nothing */
  readonly onError?: (error: unknown) => void;
}

/** An app with its guard. */
export interface XxlApp {
  readonly name: string;
  /** `null` where each executor is sent the token that it registered with. */
  readonly token: string | null;
  readonly guard: AddressGuard;
  /** The addresses that the guard allows. */
  readonly allow: readonly string[];
  readonly executors: readonly string[];
  readonly glue: boolean;
}

export interface ResolvedGatewayOptions extends Required<
  Omit<XxlGatewayOptions, "apps" | "tenants" | "executors">
> {
  /** The apps of each tenant, by name. */
  readonly tenants: ReadonlyMap<string, ReadonlyMap<string, XxlApp>>;
  readonly executors: IMoExecutorStore | null;
}

/** The options of one tenant. */
export interface TenantOptions extends Omit<ResolvedGatewayOptions, "tenants"> {
  readonly tenant: string;
  readonly apps: ReadonlyMap<string, XxlApp>;
}

/** XXL-JOB ships with it, so everybody knows it. */
const DEFAULT_TOKEN = "default_token";

/** @throws MoJobError `invalid_configuration` */
export function resolveGatewayOptions(options: XxlGatewayOptions): ResolvedGatewayOptions {
  const { apps, tenants: stated, ...others } = options;
  if (apps !== undefined && stated !== undefined)
    throw new MoJobError(
      MoJobErrorCode.InvalidConfiguration,
      'Cannot use executors of XXL-JOB: state "apps", or "tenants" with the apps of each tenant',
    );
  const tenants = new Map(
    Object.entries(stated ?? { default: apps ?? {} }).map(([tenant, own]) => [
      tenant,
      new Map(Object.entries(own).map(([name, app]) => [name, resolveApp(name, app)])),
    ]),
  );
  assertOwnTokens(tenants);
  // A mistake in these is one of the configuration, and not of the first executor.
  if (options.issued != null) issuedApp("any", options.issued);
  return {
    maxExecutors: 100,
    callTimeoutMs: 10_000,
    logEveryMs: 1000,
    checkEveryMs: 10_000,
    lostAfterMs: 60_000,
    waitForExecutorMs: 30_000,
    killGraceMs: 5000,
    clock: systemClock,
    resolve: resolveHost,
    onWarning: () => {},
    onError: () => {},
    issued: null,
    ...others,
    executors: options.executors ?? null,
    tenants,
  };
}

/** A token says which tenant an executor belongs to. */
function assertOwnTokens(tenants: ResolvedGatewayOptions["tenants"]): void {
  const tenantOf = new Map<string, string>();
  for (const [tenant, apps] of tenants)
    for (const { name, token } of apps.values()) {
      if (token === null) continue;
      if ((tenantOf.get(token) ?? tenant) !== tenant)
        throw wrong(
          name,
          "its token is that of an app of another tenant; give each tenant tokens of its own",
        );
      tenantOf.set(token, tenant);
    }
}

/** An app whose executors register with issued tokens; these send nobody the source text of scripts. */
export function issuedApp(name: string, { addresses }: Pick<IssuedTokens, "addresses">): XxlApp {
  return { ...resolveAddresses(name, addresses), name, token: null, executors: [], glue: false };
}

function resolveApp(
  name: string,
  { token, addresses = [], executors = [], glue = false }: XxlAppOptions,
): XxlApp {
  if (name.trim() === "" || name.length > 64) throw wrong(name, "its name must have 1 to 64 characters");
  if (token === DEFAULT_TOKEN)
    throw wrong(
      name,
      `its token is "${DEFAULT_TOKEN}", which comes with XXL-JOB and which everybody knows; give it one of its own`,
    );
  const mistake = tokenMistake(token);
  if (mistake !== null) throw wrong(name, `its token ${mistake}`);
  const kept = executors.map((text) => {
    const address = executorAddress(text);
    if (address === null) throw wrong(name, `"${text}" must be an address such as "http://10.1.0.5:9999/"`);
    return address;
  });
  const allow = [...addresses, ...kept.map((address) => hostOf(address))];
  return { ...resolveAddresses(name, allow), name, token, executors: kept, glue };
}

function resolveAddresses(name: string, allow: readonly string[]): Pick<XxlApp, "guard" | "allow"> {
  try {
    return { guard: createAddressGuard({ allow, onlyAllowed: true }), allow };
  } catch (error) {
    throw isMoJobError(error) ? wrong(name, error.message) : error;
  }
}

/** The host of an address, as the guard knows it. */
export function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^\[(.*)\]$/, "$1");
}

function wrong(name: string, what: string): MoJobError {
  return new MoJobError(MoJobErrorCode.InvalidConfiguration, `Cannot use XXL-JOB app "${name}": ${what}`);
}

import { Permission, type Principal, PrincipalKind } from "@mojob/core";
import { closeAll, createTenantDirectory, type Deployment } from "@mojob/core/engine";
import type { FetchHandler, HttpServer } from "@mojob/core/platform";
import { createClientAddress, type ManagementAppOptions } from "@mojob/http";
import type { ExecutorGateway } from "@mojob/executor-gateway";
import type { XxlGateway } from "@mojob/xxl-gateway";
import type { Configuration } from "../configuration/configuration.ts";
import { findProtection } from "../protection/find-protection.ts";
import type { OpenDeploymentOptions } from "./deployment-options.ts";
import type { OpenedIdentity } from "./open-identity.ts";
import { publicUrlOf } from "./public-url-of.ts";
import { TENANTS_FOLDER, TenantApps } from "./tenant-apps.ts";

/** Requests are short: what is still under way after it is stuck. */
const REQUEST_GRACE_MS = 2000;

export interface ServeTenantsOptions extends Pick<OpenDeploymentOptions, "platform"> {
  /** The one app that is shown and can be changed; `null` for all. */
  readonly scope: string | null;
  /** Responds to executors of XXL-JOB. */
  readonly xxl: Pick<XxlGateway, "handle"> | null;
  /** Opens what a tenant's executors in other languages call; `null` where they are not configured. */
  readonly openGateway: ((tenant: string) => ExecutorGateway) | null;
  readonly people: OpenedIdentity;
  /** The token that callers of this machine send; `null` where they need nothing, or sign in. */
  readonly localToken: string | null;
  readonly onError: (error: unknown) => void;
}

/** The server, until it is closed. */
export interface ServedTenants extends Pick<HttpServer, "url" | "close"> {
  /** Where a browser is signed in once; `null` where no token of this machine is asked for. */
  startLink(): Promise<string | null>;
  /** Ends the executors in other languages: their runs go on for the grace at most. */
  endExecutors(): Promise<void>;
}

/**
 * Serves the API and the panel: the first tenant's at `/`, and each one's at `/tenants/<tenant>`, from when it is added until it is removed.
 * @throws MoJobError as the platform's `serve` and `createManagementApp`
 */
export async function serveTenants(
  deployment: Deployment,
  configuration: Configuration,
  { platform, scope, xxl, openGateway, people, localToken, onError }: ServeTenantsOptions,
): Promise<ServedTenants> {
  const { token, trustedProxies, shutdownGraceMs } = configuration;
  const protection = findProtection(configuration, people.identity);
  const management = { ...managementOf(configuration, { scope, people, localToken, onError }), protection };
  const directory = createTenantDirectory(deployment, {
    fixed: configuration.tenants,
    visible: (caller, from, tenants) => visibleTo(people, caller, from, tenants),
  });
  const [main = ""] = deployment.tenants;
  const apps = new Map<string, TenantApps>();
  const served = deployment.forEachTenant((tenant) => {
    const gateway = openGateway?.(tenant) ?? null;
    const publicUrl = publicUrlOf(configuration)?.(tenant);
    const ofTenant = { ...management, ...(publicUrl !== undefined && { publicUrl }) };
    const ofOne = { deployment, tenant, gateway, management: ofTenant, directory, shutdownGraceMs };
    const own = new TenantApps(ofOne);
    apps.set(tenant, own);
    return {
      close() {
        apps.delete(tenant);
        return own.close();
      },
    };
  });
  // The first tenant is never removed.
  const first = (apps.get(main) as TenantApps).atRoot();
  const addressOf = createClientAddress(trustedProxies);
  const fetch: FetchHandler = (request, ...rest) => {
    const [{ peer }] = rest;
    const answered = xxl?.handle(request, addressOf({ request, peer }));
    if (answered) return answered;
    const [, folder, tenant = ""] = new URL(request.url).pathname.split("/");
    const own = folder === TENANTS_FOLDER ? apps.get(tenant)?.below() : undefined;
    return (own ?? first.fetch)(request, ...rest);
  };
  // Without a token it serves this machine alone, which the server holds it to.
  const handler = Object.assign(fetch, { localOnly: token === null && !configuration.people.isRequired });
  const { host: hostname, port } = configuration;
  const closeGraceMs = Math.min(shutdownGraceMs, REQUEST_GRACE_MS);
  const { url, close } = await platform.serve(handler, { hostname, port, closeGraceMs });
  return {
    url,
    async startLink() {
      const path = await first.startLink();
      return path === null ? null : url + path;
    },
    endExecutors: () => closeAll(Array.from(apps.values(), (own) => ({ close: () => own.endExecutors() }))),
    async close() {
      // Streams end before the listener does, which then waits for short requests alone.
      await closeAll(apps.values());
      await close();
      await served.close();
    },
  };
}

/** A person sees the tenants that they have a role in; who keeps the deployment, all of them. */
async function visibleTo(
  { identity }: OpenedIdentity,
  { kind, name, permissions }: Principal,
  from: string,
  tenants: readonly string[],
): Promise<readonly string[]> {
  if (permissions.includes(Permission.EditDeployment)) return tenants;
  if (kind !== PrincipalKind.User || name === null) return [from];
  return (await identity.tenantsOf(name)) ?? tenants;
}

/** The options of each tenant's API. */
function managementOf(
  {
    token,
    people: { passwords },
    corsOrigins,
    trustedProxies,
    httpRegistration,
    docs,
    environment,
    maxCallsPerMinute,
  }: Configuration,
  {
    scope,
    people: { identity, provider },
    localToken,
    onError,
  }: Pick<ServeTenantsOptions, "scope" | "people" | "localToken" | "onError">,
): ManagementAppOptions {
  return {
    identity,
    ...(provider !== undefined && { provider }),
    passwords,
    // A sign-in counts for the panels of all tenants.
    cookiePath: "",
    ...(token !== null && { token }),
    ...(localToken !== null && { localToken }),
    ...(scope !== null && { scope: { app: scope } }),
    cors: { origins: corsOrigins },
    trustedProxies,
    registration: httpRegistration,
    docs,
    ...(environment !== null && { environment }),
    maxCallsPerMinute,
    onError,
  };
}

import type { Deployment } from "@mojob/core/engine";
import type { FetchHandler, HttpServer } from "@mojob/core/platform";
import {
  createClientAddress,
  createManagementApp,
  type ManagementApp,
  type ManagementAppOptions,
} from "@mojob/http";
import type { ExecutorGateway } from "@mojob/executor-gateway";
import type { XxlGateway } from "@mojob/xxl-gateway";
import { Hono } from "hono";
import type { Configuration } from "../configuration/configuration.ts";
import type { OpenDeploymentOptions } from "./deployment-options.ts";

/** What the path of a tenant begins with. */
const FOLDER = "tenants";
/** Requests are short: what is still under way after it is stuck. */
const REQUEST_GRACE_MS = 2000;

export interface ServeTenantsOptions extends Pick<OpenDeploymentOptions, "platform"> {
  /** The one app that is shown and can be changed; `null` for all. */
  readonly scope: string | null;
  /** Responds to executors of XXL-JOB. */
  readonly xxl: Pick<XxlGateway, "handle"> | null;
  /** What executors in other languages call, by tenant. */
  readonly gateways: ReadonlyMap<string, ExecutorGateway>;
  readonly onError: (error: unknown) => void;
}

/**
 * Serves the API and the panel: the first tenant's at `/`, and each one's at `/tenants/<tenant>` where there are several.
 * @throws MoJobError as the platform's `serve` and `createManagementApp`
 */
export async function serveTenants(
  deployment: Deployment,
  { host, port, token, corsOrigins, trustedProxies, shutdownGraceMs, httpRegistration }: Configuration,
  { platform, scope, xxl, gateways, onError }: ServeTenantsOptions,
): Promise<Pick<HttpServer, "url" | "close">> {
  const options: ManagementAppOptions = {
    ...(token !== null && { token }),
    ...(scope !== null && { scope: { app: scope } }),
    cors: { origins: corsOrigins },
    trustedProxies,
    registration: httpRegistration,
    onError,
  };
  const optionsOf = (tenant: string): ManagementAppOptions => {
    const gateway = gateways.get(tenant);
    return gateway === undefined ? options : { ...options, extensions: [gateway] };
  };
  const [main = ""] = deployment.tenants;
  const first = createManagementApp(deployment.scheduler(), optionsOf(main));
  const others = deployment.tenants.length === 1 ? [] : deployment.tenants.map((tenant) => mounted(tenant));
  const addressOf = createClientAddress(trustedProxies);
  const fetch: FetchHandler = (request, ...rest) => {
    const [{ peer }] = rest;
    const answered = xxl?.handle(request, addressOf({ request, peer }));
    if (answered) return answered;
    const [, folder, tenant] = others.length === 0 ? [] : new URL(request.url).pathname.split("/");
    const own = folder === FOLDER ? others.find((one) => one.tenant === tenant) : undefined;
    return (own?.fetch ?? first.fetch)(request, ...rest);
  };
  // Without a token it serves this machine alone, which the server holds it to.
  const handler = Object.assign(fetch, { localOnly: token === null });
  const closeGraceMs = Math.min(shutdownGraceMs, REQUEST_GRACE_MS);
  const { url, close } = await platform.serve(handler, { hostname: host, port, closeGraceMs });
  return {
    url,
    async close() {
      // While the server still takes what they end with.
      await Promise.all([...gateways.values()].map((gateway) => gateway.close(shutdownGraceMs)));
      await close();
      await Promise.all([first, ...others.map(({ app }) => app)].map((app) => app.close()));
    },
  };

  function mounted(tenant: string): {
    readonly tenant: string;
    readonly app: ManagementApp;
    readonly fetch: Hono["fetch"];
  } {
    const basePath = `/${FOLDER}/${tenant}`;
    const app = createManagementApp(deployment.scheduler({ tenant }), { ...optionsOf(tenant), basePath });
    return { tenant, app, fetch: new Hono({ strict: false }).route(basePath, app).fetch };
  }
}

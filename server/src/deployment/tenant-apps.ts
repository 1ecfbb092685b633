import { Closers, type Deployment, type TenantDirectory } from "@mojob/core/engine";
import type { ExecutorGateway } from "@mojob/executor-gateway";
import { createManagementApp, type ManagementApp, type ManagementAppOptions } from "@mojob/http";
import { Hono } from "hono";

/** The first folder of a tenant's path. */
export const TENANTS_FOLDER = "tenants";

export interface TenantAppsOptions {
  readonly deployment: Deployment;
  readonly tenant: string;
  /** The gateway that its executors in other languages call. */
  readonly gateway: ExecutorGateway | null;
  readonly management: ManagementAppOptions;
  readonly directory: TenantDirectory;
  /** How long runs of its executors may go on when it is closed. */
  readonly shutdownGraceMs: number;
}

/** The API and the panel of one tenant, made when they are asked for: many tenants of a process are seldom looked at. */
export class TenantApps {
  readonly #options: TenantAppsOptions;
  readonly #closers = new Closers();
  #below: Hono["fetch"] | null = null;
  #ended: Promise<void> | null = null;

  constructor(options: TenantAppsOptions) {
    this.#options = options;
  }

  /** The app at `/`; call it once. */
  atRoot(): ManagementApp {
    return this.#create();
  }

  /** The app below the tenant's path. */
  below(): Hono["fetch"] {
    if (this.#below !== null) return this.#below;
    const basePath = `/${TENANTS_FOLDER}/${this.#options.tenant}`;
    return (this.#below = new Hono({ strict: false }).route(basePath, this.#create(basePath)).fetch);
  }

  /** Ends its executors in other languages: their runs go on for the grace at most. */
  endExecutors(): Promise<void> {
    const { gateway, shutdownGraceMs } = this.#options;
    return (this.#ended ??= gateway?.close(shutdownGraceMs) ?? Promise.resolve());
  }

  async close(): Promise<void> {
    await this.endExecutors();
    await this.#closers.close();
  }

  #create(basePath?: string): ManagementApp {
    const { deployment, tenant, gateway, management, directory } = this.#options;
    const app = createManagementApp(deployment.scheduler({ tenant }), {
      ...management,
      tenants: { directory, isFirst: tenant === deployment.tenants[0] },
      ...(gateway !== null && { extensions: [gateway] }),
      ...(basePath !== undefined && { basePath }),
    });
    return this.#closers.add(app);
  }
}

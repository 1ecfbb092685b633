import type { Principal } from "../access/principal.ts";
import type { MoJobScheduler } from "./mo-job-scheduler.ts";

/** Who asks, and in which tenant. */
export interface Caller {
  /** @default the first tenant */
  readonly tenant?: string;
  /** @default the program itself, which may do everything */
  readonly principal?: Principal;
}

/** The parts that the schedulers of all tenants of a process share: stores, bus, connections, clock and background work. */
export interface Deployment {
  /** The tenants it serves now: those it was started with, then those that were added. */
  readonly tenants: readonly string[];
  /**
   * The scheduler of a tenant, as one principal sees it. Making one is cheap: make one a request.
   * @throws MoJobError `invalid_argument` for a tenant that is not served
   * @example
   * ```ts
   * const { deployment } = await startEmbedded({ app: "billing", jobs, tenants: ["acme", "globex"] });
   * const scheduler = deployment.scheduler({ tenant: "globex", principal });
   * ```
   */
  scheduler(caller?: Caller): MoJobScheduler;
  /**
   * Serves one more tenant, here and within a second in every process of the deployment; resolves once this process serves it. It stays
   * added when the processes end; one that is served already is left as it is.
   * @throws MoJobError `invalid_argument` for a text that cannot name a tenant; `lock_held`, `job_key_taken` and others as the start of a
   * process: it stays added then, and is tried again; `store_unavailable`
   * @example
   * ```ts
   * await deployment.addTenant("initech");
   * await deployment.scheduler({ tenant: "initech" }).trigger(sendMail, { to: "bill@initech.example" });
   * ```
   */
  addTenant(tenant: string): Promise<void>;
  /**
   * Stops serving a tenant that was added, here and within a second in every process of the deployment: it fires no more, and its runs
   * finish within the grace of their workers. What is stored of it stays, and is taken up where it is added again.
   * @throws MoJobError `invalid_argument` for a tenant that the process was started with, and for one that is not served; `store_unavailable`
   */
  removeTenant(tenant: string): Promise<void>;
  /**
   * Opens something for each tenant that is served now, and for each one that is added later; it is closed before its tenant is, and with
   * what is returned. Where `open` throws for a tenant that was added, the error is reported and the tenant is served all the same.
   * @throws what `open` throws for a tenant that is served now
   * @example
   * ```ts
   * const apps = new Map<string, ManagementApp>();
   * const mounted = deployment.forEachTenant((tenant) => {
   *   const app = createManagementApp(deployment.scheduler({ tenant }), { basePath: `/${tenant}` });
   *   apps.set(tenant, app);
   *   return { close: () => (apps.delete(tenant), app.close()) };
   * });
   * ```
   */
  forEachTenant(open: (tenant: string) => { close(): unknown }): { close(): Promise<void> };
  /** Closes all of it, in the right order. A second call returns the same promise. */
  close(): Promise<void>;
}

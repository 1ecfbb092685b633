import type { Principal } from "../access/principal.ts";
import type { MoJobScheduler } from "./mo-job-scheduler.ts";

/** Who asks, and in which tenant. */
export interface Caller {
  /** @default the first tenant */
  readonly tenant?: string;
  /** @default the program itself, which may do everything */
  readonly principal?: Principal;
}

/** What the schedulers of all tenants of a process share: stores, bus, connections, clock and background work. */
export interface Deployment {
  /** The tenants it serves. */
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
  /** Closes all of it, in the right order. A second call returns the same promise. */
  close(): Promise<void>;
}

import type { RunHooks } from "@mojob/core";
import {
  Closers,
  ControlPlane,
  ControlPlanePresence,
  type EndFollower,
  type Engine,
  type ServedTenant,
  StoreGuard,
} from "@mojob/core/engine";
import type { RuntimeInfo } from "@mojob/core/platform";
import {
  createTemporalTenant,
  type TemporalTenant,
  type TemporalTenantOptions,
} from "../client/temporal-tenant.ts";

export interface TenantServicesOptions extends TemporalTenantOptions {
  readonly followers?: readonly EndFollower[];
  readonly runtime: RuntimeInfo;
  readonly version?: string;
  readonly onWarning: (warning: string) => void;
  /** Called with attempts that fail without a worker. @default a line on stderr */
  readonly hooks?: Pick<RunHooks, "onRunEnd">;
}

/** One tenant's part of a control plane process; clock, connection, stores and native worker are shared. */
export class TenantServices implements ServedTenant {
  readonly plane: ControlPlane;
  readonly guard: StoreGuard;
  readonly #link: TemporalTenant;
  readonly #presence: ControlPlanePresence;
  /** The duties that this process has now; one may be there twice while it is handed on. */
  readonly #duties: string[] = [];

  constructor({ followers = [], hooks, runtime, version, onWarning, ...options }: TenantServicesOptions) {
    this.#link = createTemporalTenant({ ...options, onWarning, runsWorkflows: true });
    this.plane = new ControlPlane(this.#link.engine, followers, hooks);
    const onRestored = (): Promise<void> => this.plane.decide(onWarning);
    this.guard = new StoreGuard({ ...this.engine, onWarning, onRestored });
    this.#presence = new ControlPlanePresence({
      ...this.#link.engine,
      runtime,
      ...(version !== undefined && { version }),
      standing: () => ({ standsBy: false, duties: [...new Set(this.#duties)].sort() }),
    });
  }

  get engine(): Engine {
    return this.#link.engine;
  }

  async start(): Promise<void> {
    await this.plane.start();
    this.#presence.start();
  }

  /** Shows a duty as this process's; call the returned function when it has it no longer. */
  showDuty(duty: string): () => void {
    this.#duties.push(duty);
    this.#presence.changed();
    return () => {
      this.#duties.splice(this.#duties.indexOf(duty), 1);
      this.#presence.changed();
    };
  }

  /** Starts the scheduler workflow, which then gives this process duties. */
  announce(): Promise<void> {
    return this.#link.runtime.announceDuties();
  }

  /** Starts the scheduler workflow unless it runs: an operator may have ended it. */
  ensureScheduler(): Promise<void> {
    return this.#link.runtime.startScheduler();
  }

  /** Ends the scheduler workflow too. */
  removed(): Promise<void> {
    return this.#link.runtime.endScheduler();
  }

  async close(): Promise<void> {
    const parts = new Closers();
    parts.add(this.plane);
    parts.add(this.#presence);
    parts.add(this.#link);
    await parts.close();
  }
}

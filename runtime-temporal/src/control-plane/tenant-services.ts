import { Closers, ControlPlane, type EndFollower } from "@mojob/core/engine";
import { createTenantEngine, type TenantEngine, type TenantEngineOptions } from "../client/tenant-engine.ts";

export interface TenantServicesOptions extends TenantEngineOptions {
  readonly followers?: readonly EndFollower[];
}

/** One tenant's part of a control plane process; clock, connection, stores and native worker are shared. */
export class TenantServices {
  readonly plane: ControlPlane;
  readonly #link: TenantEngine;

  constructor({ followers = [], ...options }: TenantServicesOptions) {
    this.#link = createTenantEngine({ ...options, runsWorkflows: true });
    this.plane = new ControlPlane(this.#link.engine, followers);
  }

  start(): Promise<void> {
    return this.plane.start();
  }

  /** Starts the scheduler workflow, which then gives this process duties. */
  announce(): Promise<void> {
    return this.#link.runtime.announceDuties();
  }

  /** Starts the scheduler workflow unless it runs: an operator may have ended it. */
  ensureScheduler(): Promise<void> {
    return this.#link.runtime.startScheduler();
  }

  async close(): Promise<void> {
    const parts = new Closers();
    parts.add(this.plane);
    parts.add(this.#link);
    await parts.close();
  }
}

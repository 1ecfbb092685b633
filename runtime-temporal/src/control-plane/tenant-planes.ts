import type { ControlPlane } from "@mojob/core/engine";
import { ApplicationFailure } from "@temporalio/common";
import type { TenantServices } from "./tenant-services.ts";

/** The control planes of the tenants that a process serves now. */
export class TenantPlanes {
  readonly #served: Iterable<TenantServices>;

  constructor(served: Iterable<TenantServices>) {
    this.#served = served;
  }

  /** @throws ApplicationFailure that Temporal retries: another process of the deployment may serve the tenant */
  get(tenant: string): ControlPlane {
    for (const { plane } of this.#served) if (plane.engine.tenant === tenant) return plane;
    throw ApplicationFailure.retryable(
      `Cannot serve tenant "${tenant}": this control plane serves ${this.tenants.join(", ")}; all control planes of a deployment must serve the same tenants`,
      "tenant_not_served",
    );
  }

  get tenants(): readonly string[] {
    return Array.from(this.#served, ({ plane }) => plane.engine.tenant);
  }
}

import type { ControlPlane } from "@mojob/core/engine";
import { ApplicationFailure } from "@temporalio/common";

/** The control planes of the tenants that a process serves. */
export class TenantPlanes {
  readonly #byTenant: ReadonlyMap<string, ControlPlane>;

  constructor(planes: readonly ControlPlane[]) {
    this.#byTenant = new Map(planes.map((plane) => [plane.engine.tenant, plane]));
  }

  /** @throws ApplicationFailure that Temporal retries: another process of the deployment may serve the tenant */
  get(tenant: string): ControlPlane {
    const plane = this.#byTenant.get(tenant);
    if (plane !== undefined) return plane;
    throw ApplicationFailure.retryable(
      `Cannot serve tenant "${tenant}": this control plane serves ${this.tenants.join(", ")}; all control planes of a deployment must serve the same tenants`,
      "tenant_not_served",
    );
  }

  get tenants(): readonly string[] {
    return [...this.#byTenant.keys()];
  }
}

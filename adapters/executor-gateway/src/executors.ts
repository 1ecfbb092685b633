import type { Principal } from "@mojob/core";
import type { RegistrationResult } from "@mojob/core/engine";
import type { ResumedLease } from "./protocol.ts";
import type { Registration } from "./schemas.ts";
import type { RemoteExecutor } from "./session/remote-executor.ts";

/** What the routes do for a caller. */
export interface Executors {
  register(
    principal: Principal,
    given: Registration,
  ): Promise<{
    readonly executor: RemoteExecutor;
    readonly registrations: readonly RegistrationResult[];
    readonly resumed: readonly ResumedLease[];
  }>;
  /**
   * The executor that a call names, with the runs that it was offered.
   * @throws HTTPException 404 for an executor that is not registered here, or of another app
   */
  find(principal: Principal, id: string): Promise<RemoteExecutor>;
  readonly heartbeatMs: number;
  readonly silentMs: number;
}

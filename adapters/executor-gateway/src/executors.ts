import type { Principal } from "@mojob/core";
import type { RegistrationResult } from "@mojob/core/engine";
import type { ResumedLease } from "./protocol.ts";
import type { Registration } from "./schemas.ts";
import type { SignedCalls } from "./signed-calls.ts";
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
  /** Makes a call that waits, and ends the wait when its caller leaves or may not wait any more. @throws HTTPException 401 then */
  readonly wait: SignedCalls["whileRegistered"];
  readonly heartbeatMs: number;
  readonly silentMs: number;
}

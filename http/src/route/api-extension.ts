import type { FindSigner } from "../auth/find-signer.ts";
import type { TokenHolder } from "../auth/token-holders.ts";
import type { Route } from "./route.ts";

/** Routes that another package adds to the API, documented and guarded as all others. */
export interface ApiExtension {
  readonly routes: readonly Route[];
  /** Tokens with which its callers sign in. @default none */
  readonly holders?: readonly TokenHolder[];
  /**
   * Resolves to who signed the request, from its method, address and headers alone; `null` for one without a signature of this
   * extension. A body with a `Content-Digest` is compared with it when it is read.
   * @throws HTTPException for a signature that is refused: it stays refused, whatever token is sent with it
   * @default nobody signs
   */
  readonly signer?: FindSigner;
}

import type { FindSigner } from "./find-signer.ts";
import type { TokenHolder } from "./token-holders.ts";

/** Credentials beside the API's own token, for routes that only their callers reach. */
export interface CredentialSource {
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

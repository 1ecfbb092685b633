import type { TokenHolder } from "../auth/token-holders.ts";
import type { Route } from "./route.ts";

/** Routes that another package adds to the API, documented and guarded as all others. */
export interface ApiExtension {
  readonly routes: readonly Route[];
  /** Tokens with which its callers sign in. @default none */
  readonly holders?: readonly TokenHolder[];
}

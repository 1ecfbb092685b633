import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { isLoopbackHostname } from "./loopback.ts";
import { assertToken } from "./token.ts";

/**
 * Refuses an address where other machines could reach an API that needs no token. Call it before listening.
 *
 * @param hostname what the server is about to bind; `0.0.0.0` and `::` are every interface
 * @throws MoJobError `invalid_configuration` for a hostname beyond loopback without a token, or a token too weak
 */
export function assertSafeBinding(hostname: string, token?: string): void {
  if (token !== undefined) return assertToken(token);
  if (isLoopbackHostname(hostname)) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot listen on "${hostname}" without a token: set MOJOB_TOKEN, or listen on 127.0.0.1`,
  );
}

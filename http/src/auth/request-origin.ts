import type { RequestOrigin } from "@mojob/core/identity";
import type { IncomingRequest } from "./peer.ts";
import type { ClientAddress } from "./trusted-proxies.ts";

const MOST_AGENT_CHARACTERS = 200;

/** From where a request comes, as records have it. */
export function originOf(incoming: IncomingRequest, addressOf: ClientAddress): RequestOrigin {
  const agent = incoming.request.headers.get("User-Agent")?.slice(0, MOST_AGENT_CHARACTERS) ?? null;
  return { address: addressOf(incoming), agent };
}

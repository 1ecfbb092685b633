import { type ActOrigin, type Clock, createId } from "@mojob/core/ports";
import type { IncomingRequest } from "./peer.ts";
import type { ClientAddress } from "./trusted-proxies.ts";

const LONGEST_AGENT = 200;
/** A proxy names requests so that they are found in its own log: what a caller makes up is cut to what no log stumbles over. */
const REQUEST_ID = /^[\w.:-]{1,64}$/;

export interface OriginOptions {
  readonly addressOf: ClientAddress;
  readonly clock: Clock;
}

/** Where a request came from, as the audit keeps it. */
export function originOf(incoming: IncomingRequest, { addressOf, clock }: OriginOptions): ActOrigin {
  const { headers } = incoming.request;
  const named = headers.get("X-Request-Id");
  const agent = headers.get("User-Agent")?.slice(0, LONGEST_AGENT).toWellFormed() ?? null;
  return {
    address: incoming.peer === null ? null : addressOf(incoming),
    agent,
    requestId: named !== null && REQUEST_ID.test(named) ? named : createId(clock.now()),
  };
}

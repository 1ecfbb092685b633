import type { Context } from "hono";
import { httpVersionOf, type IncomingRequest, peerOf } from "../auth/peer.ts";

/** The request of a Hono context, with what the server passed of its connection. */
export function incomingOf(c: Context): IncomingRequest {
  const { env, req } = c;
  return {
    request: req.raw,
    peer: peerOf(env, req.raw),
    httpVersion: httpVersionOf(env),
    environment: env,
  };
}

import type { Context } from "hono";
import { httpVersionOf, type IncomingRequest, peerOf } from "../auth/peer.ts";

/** The request of a Hono context, with what the server passed of its connection. */
export function incomingOf(c: Context): IncomingRequest {
  return { request: c.req.raw, peer: peerOf(c.env, c.req.raw), httpVersion: httpVersionOf(c.env) };
}

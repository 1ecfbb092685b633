import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { FetchHandler } from "@mojob/core/platform";
import { respond } from "./respond.ts";

/** A handler as Node's own server, Express, Connect and Nest take it. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Makes a handler for a server of its own, such as Express's, of a fetch handler. A body that the framework has read before
 * (`express.json()`) is taken from `request.body`. What the handler throws is written to the error stream, and its caller gets a problem with 500.
 * @example
 * ```ts
 * import { createServer } from "node:http";
 * import { toNodeHandler } from "@mojob/node";
 *
 * const server = createServer(toNodeHandler(() => new Response("Hello")));
 * server.listen(0, "127.0.0.1", () => server.close());
 * ```
 */
export function toNodeHandler(fetch: FetchHandler): NodeHandler {
  return getRequestListener(
    (request, { incoming }) => respond(fetch, request, incoming as IncomingMessage),
    // A library leaves the globals of the program it is part of alone.
    { overrideGlobalObjects: false },
  );
}

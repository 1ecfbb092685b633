import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { FetchHandler } from "@mojob/core/platform";

/** A handler as Node's own server, Express, Connect and Nest take it. */
export type NodeHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/**
 * Makes a handler for a server of its own, such as Express's, of a fetch handler. A body that the framework has read before
 * (`express.json()`) is taken from `request.body`.
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
    (request, { incoming }) =>
      fetch(withBody(request, incoming), {
        peer: incoming.socket.remoteAddress ?? null,
        httpVersion: incoming.httpVersion,
        originalUrl: originalUrlOf(incoming),
      }),
    // A library leaves the globals of the program it is part of alone.
    { overrideGlobalObjects: false },
  );
}

/** The request with the body that was read from it before; a stream cannot be read twice. */
function withBody(request: Request, incoming: Pick<IncomingMessage, "readableDidRead">): Request {
  const { body } = incoming as { readonly body?: unknown };
  if (!incoming.readableDidRead || body === undefined) return request;
  const headers = new Headers(request.headers);
  // What is written again may have another length.
  headers.delete("content-length");
  const { url, method, signal } = request;
  const text = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  return new Request(url, { method, headers, signal, body: text as BodyInit });
}

/** Express, Connect and Nest keep the address here before they take a mounted handler's path away from it. */
function originalUrlOf(incoming: object): string {
  const { originalUrl, url } = incoming as { readonly originalUrl?: string; readonly url: string };
  return originalUrl ?? url;
}

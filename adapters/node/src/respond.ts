import type { IncomingMessage } from "node:http";
import type { FetchHandler, RequestConnection } from "@mojob/core/platform";
import { failedRequest } from "./failed-request.ts";

/** `Request` refuses it; the one of `@hono/node-server` has it. */
const TRACE = "TRACE";
const BODILESS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Has the handler respond to what `@hono/node-server` made of a request; what it throws becomes a response, too. */
export async function respond(
  fetch: FetchHandler,
  request: Request,
  incoming: IncomingMessage,
): Promise<Response> {
  try {
    return await fetch(nodeRequest(request, incoming), nodeConnection(incoming));
  } catch (error) {
    return failedRequest(error);
  }
}

/**
 * The request as Node's own class: `@hono/node-server` makes one that only looks like it, which `new Request(request, …)` refuses. A body
 * that a framework has read before is taken from `incoming.body`, because a stream cannot be read twice.
 */
function nodeRequest(request: Request, incoming: IncomingMessage): Request {
  const { url, method, signal } = request;
  if (method === TRACE) return request;
  const { body } = incoming as { readonly body?: unknown };
  const isRead = incoming.readableDidRead && body !== undefined;
  const headers = new Headers(request.headers);
  // The body is written again, and may have another length.
  if (isRead) headers.delete("content-length");
  const sent = isRead ? textOf(body) : BODILESS.has(method) ? null : whenRead(request);
  const init = { method, headers, signal, ...(sent !== null && { body: sent, duplex: "half" }) };
  const made = new Request(url, init);
  // Node lets go of a Request's own signal while somebody still listens to it, and then it never aborts.
  return Object.defineProperty(made, "signal", { value: signal });
}

/**
 * The body, which nothing is read of until somebody asks for it: of one that stays unread the server takes the rest away, so that the
 * connection can be used again.
 */
function whenRead(request: Request): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= request.body?.getReader();
        const part = await reader?.read();
        if (part?.value === undefined) controller.close();
        else controller.enqueue(part.value);
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function textOf(body: unknown): BodyInit {
  return typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body);
}

/** The connection that a request came on, with the URL before frameworks changed it. */
function nodeConnection(incoming: IncomingMessage): RequestConnection {
  // Express, Connect and Nest keep the address here before they take a mounted handler's path away from it.
  const { originalUrl, url } = incoming as { readonly originalUrl?: string; readonly url?: string };
  return {
    peer: incoming.socket.remoteAddress ?? null,
    httpVersion: incoming.httpVersion,
    originalUrl: originalUrl ?? url ?? "/",
    incoming,
  };
}

import type { IncomingMessage, Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import {
  assertListenable,
  createEventStreams,
  createHttpServer,
  type FetchHandler,
  type HttpServer,
  listenError,
  type ServeOptions,
} from "@mojob/core/platform";
import { respond } from "./respond.ts";

/** A client that sends its request slower than this holds a connection for nothing (slow loris). */
const MOST_HEADERS_TIMEOUT_MS = 10_000;
const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;
/**
 * Others are turned away: each takes a file descriptor, and where none is left neither files nor threads can be opened. Deno's
 * listener does not recover from that.
 */
const MOST_CONNECTIONS = 1000;
/** Longer than a browser's or proxy's usual pause between requests. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Listens on Node through `@hono/node-server`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 * @example
 * ```ts
 * import { serve } from "@mojob/node";
 *
 * const server = await serve(() => new Response("Hello"), { hostname: "127.0.0.1", port: 0 });
 * console.log(await (await fetch(server.url)).text());
 * await server.close();
 * ```
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  assertListenable(fetch, options);
  const { requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS } = options;
  const headersTimeoutMs = Math.min(MOST_HEADERS_TIMEOUT_MS, requestTimeoutMs);
  const streams = createEventStreams();
  const server = createAdaptorServer({
    fetch: async (request, environment) => {
      const { incoming } = environment as { readonly incoming: IncomingMessage };
      return streams.track(await respond(fetch, request, incoming));
    },
    hostname: options.hostname,
    // A library leaves the globals of the program it is part of alone.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: headersTimeoutMs / 2,
    },
  }) as Server;

  server.maxConnections = MOST_CONNECTIONS;
  // A connection whose response was under way when the server closed would stay open for its next request.
  server.on("request", (_, response) => {
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
  });

  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(listenError(options, cause)));
    server.listen(options.port, options.hostname, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : options.port;

  return createHttpServer(options, {
    port,
    streams,
    stop: () => new Promise((resolve) => server.close(resolve)),
    cutOff: () => server.closeAllConnections(),
  });
}

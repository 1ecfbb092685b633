import type { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import {
  createEventStreams,
  createHttpServer,
  listenError,
  type FetchHandler,
  type HttpServer,
  type ServeOptions,
} from "@mojob/core";

/** A client that sends its request slower than this holds a connection for nothing (slow loris). */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a browser's or proxy's usual pause between requests. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Listens on Node through `@hono/node-server`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  const streams = createEventStreams();
  const server = createAdaptorServer({
    fetch: async (request) => streams.track(await fetch(request)),
    hostname: options.hostname,
    // A library leaves the globals of the program it is part of alone.
    overrideGlobalObjects: false,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 2,
    },
  }) as Server;

  // A connection whose answer was under way when the server closed would stay open for its next request.
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

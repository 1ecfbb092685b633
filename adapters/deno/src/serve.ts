import {
  createEventStreams,
  createHttpServer,
  listenError,
  type FetchHandler,
  type HttpServer,
  type ServeOptions,
} from "@mojob/core";
import { deno, type DenoServer } from "./deno-api.ts";

/**
 * Listens on Deno through `Deno.serve`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  const streams = createEventStreams();
  const cutOff = new AbortController();
  let server: DenoServer;
  try {
    server = deno().serve(
      { hostname: options.hostname, port: options.port, signal: cutOff.signal, onListen: () => {} },
      async (request) => streams.track(await fetch(request)),
    );
  } catch (cause) {
    throw listenError(options, cause);
  }

  return createHttpServer(options, {
    port: server.addr.port,
    streams,
    stop: () => server.shutdown(),
    cutOff: () => cutOff.abort(),
  });
}

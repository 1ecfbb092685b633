import {
  createEventStreams,
  createHttpServer,
  listenError,
  type FetchHandler,
  type HttpServer,
  type ServeOptions,
} from "@mojob/core";
import { bun, type BunServer } from "./bun-api.ts";

/** Bun's default of 10 s would cut off a request that takes its time to answer. */
const IDLE_TIMEOUT_SECONDS = 65;

/**
 * Listens on Bun through `Bun.serve`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  const streams = createEventStreams();
  let server: BunServer;
  try {
    server = bun().serve({
      hostname: options.hostname,
      port: options.port,
      idleTimeout: IDLE_TIMEOUT_SECONDS,
      development: false,
      // Out of development mode Bun shares a port with whoever else has it, and half the requests would go there.
      reusePort: false,
      fetch: async (request) => streams.track(await fetch(request)),
    });
  } catch (cause) {
    throw listenError(options, cause);
  }

  return createHttpServer(options, {
    port: server.port,
    streams,
    stop: () => server.stop(),
    cutOff: () => server.stop(true),
  });
}

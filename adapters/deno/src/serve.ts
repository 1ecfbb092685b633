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
  const underWay = new Set<() => void>();
  // Deno cannot cut a connection once it shuts down, so a request that outlasts the grace period is answered for its handler.
  const answer = async (request: Request): Promise<Response> => {
    const { promise: givenUp, resolve } = Promise.withResolvers<Response>();
    const giveUp = (): void => resolve(new Response(null, { status: 503 }));
    underWay.add(giveUp);
    try {
      return streams.track(await Promise.race([fetch(request), givenUp]));
    } finally {
      underWay.delete(giveUp);
    }
  };
  let server: DenoServer;
  try {
    server = deno().serve({ hostname: options.hostname, port: options.port, onListen: () => {} }, answer);
  } catch (cause) {
    throw listenError(options, cause);
  }

  return createHttpServer(options, {
    port: server.addr.port,
    streams,
    stop: () => server.shutdown(),
    cutOff: () => underWay.forEach((giveUp) => giveUp()),
  });
}

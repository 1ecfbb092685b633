import {
  assertListenable,
  createEventStreams,
  createHttpServer,
  type FetchHandler,
  type HttpServer,
  listenError,
  type ServeOptions,
} from "@mojob/core/platform";
import { deno, type DenoConnection, type DenoServer } from "./deno-api.ts";

/**
 * Listens on Deno through `Deno.serve`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  assertListenable(fetch, options);
  const streams = createEventStreams();
  const underWay = new Set<() => void>();
  // Deno cannot cut a connection once it shuts down, so a request that outlasts the grace period gets a response in place of its handler's.
  const answer = async (request: Request, { remoteAddr }: DenoConnection): Promise<Response> => {
    const { promise: givenUp, resolve } = Promise.withResolvers<Response>();
    const giveUp = (): void => resolve(new Response(null, { status: 503 }));
    underWay.add(giveUp);
    try {
      return streams.track(
        await Promise.race([fetch(request, { peer: remoteAddr.hostname ?? null }), givenUp]),
      );
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

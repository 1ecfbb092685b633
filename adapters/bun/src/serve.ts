import {
  assertListenable,
  createEventStreams,
  createHttpServer,
  type FetchHandler,
  type HttpServer,
  listenError,
  type ServeOptions,
} from "@mojob/core/platform";
import { bun, type BunServer } from "./bun-api.ts";

/**
 * Bun's default of 10 s would cut off a request whose response takes long. A client that has not sent its headers after 10 s
 * is cut off whatever this is.
 */
const DEFAULT_REQUEST_TIMEOUT_MS = 65_000;
/** The longest idle time that Bun accepts. */
const MOST_IDLE_SECONDS = 255;

/**
 * Listens on Bun through `Bun.serve`.
 * @throws MoJobError `invalid_configuration` where the address cannot be had
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  assertListenable(fetch, options);
  const { requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS } = options;
  const streams = createEventStreams();
  let server: BunServer;
  try {
    server = bun().serve({
      hostname: options.hostname,
      port: options.port,
      idleTimeout: Math.min(MOST_IDLE_SECONDS, Math.ceil(requestTimeoutMs / 1000)),
      development: false,
      // Out of development mode Bun shares a port with another process that has it, and half the requests would go there.
      reusePort: false,
      fetch: async (request, own) => {
        // Without a usable `Host`, as in HTTP/1.0, Bun passes a relative URL, of which a router would cut the beginning.
        if (!URL.canParse(request.url)) return new Response("Host is missing or malformed", { status: 400 });
        const peer = own.requestIP(request)?.address ?? null;
        return streams.track(await fetch(request, { peer }));
      },
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

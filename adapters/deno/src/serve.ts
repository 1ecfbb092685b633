import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { FetchHandler, HttpServer, ServeOptions } from "@mojob/core/platform";
import { serve as serveOnNode } from "@mojob/node";
import { deno } from "./deno-api.ts";

/**
 * Listens on Deno through Deno's own `node:http`. `Deno.serve` has no limit on how long a client takes to send its headers or
 * body, or stays connected without a request (Deno 2.9); Node's server has them, and Deno's copy of it keeps to them.
 * @throws MoJobError `invalid_configuration` where the address cannot be had, or the permission for it is lacking
 */
export async function serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer> {
  const { hostname, port } = options;
  const host = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  // Deno's copy of Node's server throws where nobody can catch it, and never says that it does not listen.
  const { state } = await deno().permissions.request({ name: "net", host });
  if (state === "granted") return serveOnNode(fetch, options);
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot listen on "${hostname}" port ${port}: Deno lacks a permission; start it with --allow-net=${hostname}`,
  );
}

import { type MoJobError, MoJobErrorCode } from "@mojob/core";
import { reportWarning } from "@mojob/core/engine";
import type { FetchHandler, HttpServer, RuntimeAdapter, ServeOptions } from "@mojob/core/platform";
import { problemOf, problemResponse } from "../problem/problem.ts";

/**
 * Where a process waits for a store that another one holds, and so has nothing to read yet, this says so on the error stream and serves `/livez`, and
 * `/readyz` with `standby`: whatever starts and replaces processes sees one that is well. Everything else is refused with 503 `lock_held`.
 * @example
 * ```ts
 * import { Standby } from "@mojob/http";
 * import * as platform from "@mojob/node";
 * import { openSqlite } from "@mojob/sqlite";
 *
 * const standby = new Standby(platform, { hostname: "127.0.0.1", port: 7788 });
 * const stores = await openSqlite(".mojob/mojob.db", { whenHeld: "wait", onStandby: standby.begin });
 * await standby.close();
 * await stores.close();
 * ```
 */
export class Standby {
  readonly #platform: Pick<RuntimeAdapter, "serve">;
  readonly #address: ServeOptions;
  readonly #onWarning: (warning: string) => void;
  #server: Promise<HttpServer | null> | null = null;

  /** @param address where the scheduler itself listens later; a `port` of 0 serves nothing, because nobody could know it */
  constructor(
    platform: Pick<RuntimeAdapter, "serve">,
    address: ServeOptions,
    onWarning: (warning: string) => void = reportWarning,
  ) {
    this.#platform = platform;
    this.#address = address;
    this.#onWarning = onWarning;
  }

  /** The store is held; `reason` names the process that holds it. */
  readonly begin = (reason: MoJobError): void => {
    this.#onWarning(`Standing by until the store is free: ${reason.message}`);
    this.#server ??= this.#address.port === 0 ? Promise.resolve(null) : this.#serve(reason.message);
  };

  /** Gives the address back. */
  async close(): Promise<void> {
    await (await this.#server)?.close();
  }

  async #serve(reason: string): Promise<HttpServer | null> {
    try {
      return await this.#platform.serve(createStandbyApp(reason), this.#address);
    } catch (error) {
      // The process that holds the store may have the address, too.
      this.#onWarning(
        `No probes are served meanwhile: ${error instanceof Error ? error.message : String(error)}`,
      );
      return null;
    }
  }
}

function createStandbyApp(reason: string): FetchHandler {
  return ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith("/livez")) return Response.json({ status: "ok" });
    if (pathname.endsWith("/readyz")) return Response.json({ status: "standby" });
    return problemResponse(problemOf(MoJobErrorCode.LockHeld, reason));
  };
}

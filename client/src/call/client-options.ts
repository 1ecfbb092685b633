import { type Clock, systemClock } from "@mojob/core/ports";

/** Options of a client. */
export interface ClientOptions {
  /** Where the API is mounted, such as `https://example.com/jobs`. */
  readonly url: string | URL;
  /**
   * Sent with every call; one that expires can be a function. @default for a loopback address that of `MOJOB_TOKEN`, else of the file that
   * `MOJOB_TOKEN_FILE` names, else of `.mojob/token`; for others, in a browser and for a remote worker none
   */
  readonly token?: string | (() => string | null | Promise<string | null>);
  /** The app whose job classes state no key. @default none: such a class cannot be triggered */
  readonly app?: string;
  /** @default the runtime's own */
  readonly fetch?: typeof fetch;
  /** How often a call that got no response is repeated, each pause twice as long as the one before. @default 6, within some 10 s */
  readonly retries?: number;
  /** How long to wait for a response. @default 30_000 */
  readonly timeoutMs?: number;
  /** @default the system's */
  readonly clock?: Clock;
}

export interface ResolvedClientOptions {
  /** The URL of the API, with a slash at its end. */
  readonly root: string;
  readonly token: () => string | null | Promise<string | null>;
  readonly app: string | null;
  readonly send: typeof fetch;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** @throws TypeError for an address that is none */
export function resolveClientOptions(options: ClientOptions): ResolvedClientOptions {
  const { url, token, app = null, retries = 6, timeoutMs = 30_000, clock = systemClock } = options;
  const { href } = new URL(url);
  return {
    root: href.endsWith("/") ? href : `${href}/`,
    token: typeof token === "function" ? token : () => token ?? null,
    app,
    // Browsers refuse to call it on another object.
    send: options.fetch ?? ((input, init) => fetch(input, init)),
    retries,
    timeoutMs,
    clock,
  };
}

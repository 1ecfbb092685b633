/** The parts of Bun's own API (https://bun.sh/docs/api/http) that this adapter uses, declared here so that it type-checks anywhere. */
export interface BunApi {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  serve(options: BunServeOptions): BunServer;
}

export interface BunServeOptions {
  readonly hostname: string;
  readonly port: number;
  /** Seconds without a byte after which a connection is closed, at most 255. */
  readonly idleTimeout: number;
  readonly development: boolean;
  readonly reusePort: boolean;
  readonly fetch: (request: Request, server: BunServer) => Promise<Response>;
}

export interface BunServer {
  readonly port: number;
  /** `null` once the connection is closed. */
  requestIP(request: Request): { readonly address: string } | null;
  /** Resolves when nothing is under way; `true` cuts off what is. */
  stop(closeActiveConnections?: boolean): Promise<void>;
}

/** Bun's global, looked up when it is used so that importing this package does nothing. */
export function bun(): BunApi {
  return (globalThis as unknown as { readonly Bun: BunApi }).Bun;
}

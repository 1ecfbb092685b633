/** Answers one HTTP request, as `app.fetch` of any web framework does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** What each runtime's adapter offers, under the same three names and one for what it is. */
export interface RuntimeAdapter {
  /**
   * Listens and resolves once it does.
   * @throws MoJobError `invalid_configuration` where the address cannot be had (port in use, not allowed, not ours)
   */
  serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer>;
  /**
   * Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130.
   * Answers how to stop listening.
   */
  onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void;
  /** The environment variables as they are now. */
  environment(): Readonly<Record<string, string | undefined>>;
  runtimeInfo(): RuntimeInfo;
}

export interface ServeOptions {
  readonly hostname: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Closes the server when it aborts. */
  readonly signal?: AbortSignal;
  /** How long requests under way may go on once it closes. @default 10_000 */
  readonly closeGraceMs?: number;
}

export interface HttpServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Accepts nothing more, ends event streams, lets requests under way end within the grace period, then cuts them off. */
  close(): Promise<void>;
}

export type ShutdownSignal = "SIGINT" | "SIGTERM";

export interface RuntimeInfo {
  /** `node`, `bun` or `deno`. */
  readonly name: string;
  readonly version: string;
}

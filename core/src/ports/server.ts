/** Answers one HTTP request, as `app.fetch` of any web framework does. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** What each runtime's adapter offers, under the same names. */
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
  /**
   * Takes over what the runtime ends the process for: a rejection nobody handles, an exception nobody catches. Most come
   * from a job that did not wait for something it began.
   */
  guardStrayErrors(onStray: (stray: StrayError) => void): StrayErrorGuard;
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

/** Ties what happens inside a run's code to the run, so that an error which escapes its promise finds it again. */
export interface RunScope {
  run<Result>(runToken: string, work: () => Result): Result;
}

export interface StrayErrorGuard {
  readonly scope: RunScope;
  /** Gives such errors their usual meaning back. */
  close(): void;
}

/** An error that reached the process past everybody's promise. */
export interface StrayError {
  readonly error: unknown;
  /** The run it came from; `null` where it came from none, or where the runtime cannot tell. */
  readonly runToken: string | null;
  /** Thrown outside any run for certain, which leaves the program in a state nobody knows: report it, drain and exit. */
  readonly isFatal: boolean;
}

export type ShutdownSignal = "SIGINT" | "SIGTERM";

export interface RuntimeInfo {
  /** `node`, `bun` or `deno`. */
  readonly name: string;
  readonly version: string;
}

import type { LoopDelayMeter } from "./loop-delay.ts";
import type { MachineUsage } from "./machine-usage.ts";

/** The connection that a request came on, as an adapter knows it. */
export interface RequestConnection {
  /** The other end's address; `null` where the runtime does not say. */
  readonly peer: string | null;
  /** The version of HTTP, such as `1.1`. @default unknown: the runtime does not say */
  readonly httpVersion?: string | null;
  /** The path and query before a framework took a prefix away from them. @default those of the request */
  readonly originalUrl?: string;
  /** The server's own request, such as Node's, with what a framework has added to it. @default none */
  readonly incoming?: unknown;
}

/** Responds to one HTTP request, as `app.fetch` of any web framework does. */
export interface FetchHandler {
  (request: Request, connection: RequestConnection): Response | Promise<Response>;
  /** Serves this machine alone, for want of a token: `serve` refuses an address that others can reach. @default false */
  readonly localOnly?: boolean;
}

/** The functions that each runtime's adapter offers, under the same names. */
export interface RuntimeAdapter {
  /**
   * Listens and resolves once it does.
   * @throws MoJobError `invalid_configuration` where the address cannot be had (port in use, not allowed, not ours), and
   * for one beyond loopback where the handler is `localOnly`
   */
  serve(fetch: FetchHandler, options: ServeOptions): Promise<HttpServer>;
  /**
   * Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130.
   * Returns a function that stops listening.
   */
  onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void;
  /**
   * Lets the process end as a signal does that nobody listens for. A process that nothing keeps alive ends by itself before; where another
   * listener takes the signal, it is left to that one.
   */
  endBySignal(signal: ShutdownSignal): void;
  /**
   * Takes over the errors for which the runtime ends the process: unhandled rejections and uncaught exceptions. Most come
   * from a job that did not wait for something it began.
   */
  guardStrayErrors(onStray: (stray: StrayError) => void): StrayErrorGuard;
  /** The environment variables as they are now. */
  environment(): Readonly<Record<string, string | undefined>>;
  runtimeInfo(): RuntimeInfo;
  /**
   * The token in a file that the user of this process alone can read: made, with its folder, where there is none.
   * @throws MoJobError `invalid_configuration` where it can neither be made nor read, where other users can read it, and where it
   * is empty
   */
  keepToken(path: string): string;
}

export interface ServeOptions {
  readonly hostname: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Closes the server when it aborts. */
  readonly signal?: AbortSignal;
  /** How long requests under way may go on once it closes. @default 10_000 */
  readonly closeGraceMs?: number;
  /**
   * How long a client may take to send a request; after it the connection is closed. Bun also closes one that is idle for as
   * long. @default 30_000, on Bun 65_000
   */
  readonly requestTimeoutMs?: number;
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
  /** The run it came from; `null` where it came from none, or where the runtime does not know. */
  readonly runToken: string | null;
  /** Thrown outside any run for certain, which leaves the program in an unknown state: report it, drain and exit. */
  readonly isFatal: boolean;
}

export type ShutdownSignal = "SIGINT" | "SIGTERM";

export interface RuntimeInfo {
  /** `node`, `bun` or `deno`. */
  readonly name: string;
  readonly version: string;
  readonly pid?: number;
  /** The machine's name, where the process may ask for it. */
  readonly host?: string;
  /** The usage of the process until now, `null` while it is not known; left out where the runtime does not say. */
  readonly usage?: () => ProcessUsage | null;
  /** The processors of the machine, `null` while they are not known; left out where the runtime does not say. */
  readonly machine?: () => MachineUsage | null;
  /**
   * For how many milliseconds the calling thread has been ready to run without getting a processor, since it began; `null` where the system
   * does not say. @default not known
   */
  readonly processorWaitMs?: () => number | null;
  /** Begins to measure how late the event loop is. @default nothing measures it */
  readonly loopDelay?: () => LoopDelayMeter;
}

/** A process's use of its machine. */
export interface ProcessUsage {
  /** Processor time since its start, of all its threads. */
  readonly processorMs: number;
  /** Resident memory. */
  readonly memoryBytes: number;
}

import type { ShutdownSignal } from "@mojob/core/platform";

/** What this adapter uses of Deno's own API (https://docs.deno.com/api/deno), declared here so that it type-checks anywhere. */
export interface DenoApi {
  readonly version: { readonly deno: string };
  readonly env: { toObject(): Record<string, string> };
  serve(
    options: DenoServeOptions,
    handler: (request: Request, info: DenoConnection) => Promise<Response>,
  ): DenoServer;
  addSignalListener(signal: ShutdownSignal, handler: () => void): void;
  removeSignalListener(signal: ShutdownSignal, handler: () => void): void;
  exit(code: number): void;
  readonly pid: number;
  /** Needs `--allow-sys`. */
  hostname(): string;
}

export interface DenoConnection {
  readonly remoteAddr: { readonly hostname?: string };
}

export interface DenoServeOptions {
  readonly hostname: string;
  readonly port: number;
  /** Deno prints a line of its own otherwise. */
  readonly onListen: () => void;
}

export interface DenoServer {
  readonly addr: { readonly port: number };
  /** Accepts nothing more and resolves when nothing is under way. */
  shutdown(): Promise<void>;
}

/** Deno's global, looked up when it is used so that importing this package does nothing. */
export function deno(): DenoApi {
  return (globalThis as unknown as { readonly Deno: DenoApi }).Deno;
}

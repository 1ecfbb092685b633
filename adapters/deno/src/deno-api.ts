import type { ShutdownSignal } from "@mojob/core";

/** What this adapter uses of Deno's own API (https://docs.deno.com/api/deno), declared here so that it type-checks anywhere. */
export interface DenoApi {
  readonly version: { readonly deno: string };
  readonly env: { toObject(): Record<string, string> };
  serve(options: DenoServeOptions, handler: (request: Request) => Promise<Response>): DenoServer;
  addSignalListener(signal: ShutdownSignal, handler: () => void): void;
  removeSignalListener(signal: ShutdownSignal, handler: () => void): void;
  exit(code: number): void;
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

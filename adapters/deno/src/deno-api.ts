import type { ShutdownSignal } from "@mojob/core/platform";

/** The parts of Deno's own API (https://docs.deno.com/api/deno) that this adapter uses, declared here so that it type-checks anywhere. */
export interface DenoApi {
  readonly version: { readonly deno: string };
  readonly env: { toObject(): Record<string, string> };
  addSignalListener(signal: ShutdownSignal, handler: () => void): void;
  removeSignalListener(signal: ShutdownSignal, handler: () => void): void;
  exit(code: number): void;
  unrefTimer(timer: number): void;
  readonly pid: number;
  /** Needs `--allow-sys`. */
  hostname(): string;
  readonly permissions: {
    querySync(of: { name: "read"; path: string }): { readonly state: string };
    /** Asks a person where there is one. */
    request(of: { name: "net"; host: string }): Promise<{ readonly state: string }>;
  };
  readTextFileSync(path: string): string;
}

/** Deno's global, looked up when it is used so that importing this package does nothing. */
export function deno(): DenoApi {
  return (globalThis as unknown as { readonly Deno: DenoApi }).Deno;
}

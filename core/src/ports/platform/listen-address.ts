import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { isLoopback } from "../../base/loopback.ts";
import type { FetchHandler, ServeOptions } from "./platform.ts";

/** `http://host:port`, an IPv6 address in brackets (RFC 3986 §3.2.2). */
export function listenUrl(hostname: string, port: number): string {
  return `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
}

/** @throws MoJobError `invalid_configuration` where other machines could reach a handler that is for this machine alone */
export function assertListenable(fetch: FetchHandler, { hostname }: ServeOptions): void {
  if (fetch.localOnly !== true || isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"))) return;
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot listen on "${hostname}" without a token: set MOJOB_TOKEN, or listen on 127.0.0.1`,
  );
}

const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /EADDRINUSE|AddrInUse/i,
    "the port is in use; free it, or take another one: the option port, or MOJOB_PORT where the program reads it",
  ],
  [
    /EACCES|PermissionDenied|EPERM/i,
    "this user may not use it; take 1024 or above: the option port, or MOJOB_PORT where the program reads it",
  ],
  [
    /EADDRNOTAVAIL|AddrNotAvailable|ENOTFOUND|EAI_/i,
    "this machine does not have the address; take one it has: the option hostname, or MOJOB_HOST where the program reads it",
  ],
];

/** Turns a runtime's own error about an address it could not listen on into one that says what to do. */
export function listenError(options: ServeOptions, cause: unknown): MoJobError {
  const said = cause instanceof Error ? `${errorCode(cause)} ${cause.name} ${cause.message}` : String(cause);
  const reason = REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? said.trim();
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot listen on "${options.hostname}" port ${options.port}: ${reason}`,
    { cause },
  );
}

function errorCode(error: Error): string {
  return "code" in error ? String(error.code) : "";
}

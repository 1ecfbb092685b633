import { isLoopback } from "@mojob/core/engine";

/** Headers by which a proxy says that a request came from elsewhere (RFC 7239, and the older names). */
const FORWARDING_HEADERS = [
  "Forwarded",
  "Via",
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
];

/** A request with what the server knows of the connection it came on. */
export interface IncomingRequest {
  readonly request: Request;
  /** The other end's address; `null` where the server that received the request does not pass it on. */
  readonly peer: string | null;
}

/**
 * The address of the other end, from what servers pass beside a request: `@hono/node-server` the socket, Bun its server,
 * Deno the connection, and our adapters `{ peer }`.
 */
export function peerOf(environment: unknown, request: Request): string | null {
  const given = (environment ?? {}) as {
    readonly peer?: unknown;
    readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
    readonly remoteAddr?: { readonly hostname?: unknown };
    readonly requestIP?: unknown;
  };
  const address =
    given.peer ??
    given.incoming?.socket?.remoteAddress ??
    given.remoteAddr?.hostname ??
    (typeof given.requestIP === "function"
      ? (given as { requestIP(of: Request): { address?: unknown } | null }).requestIP(request)?.address
      : undefined);
  return typeof address === "string" ? address : null;
}

/** Whether an address of a connection is of this machine; IPv4 within IPv6 is read as what it is. */
export function isLocalPeer(address: string): boolean {
  return isLoopback(address.toLowerCase().replace(/^::ffff:/, ""));
}

/** Whether a proxy says that it passes the request on for another machine. */
export function isForwarded(request: Request): boolean {
  return FORWARDING_HEADERS.some((header) => request.headers.has(header));
}

/** The key that distinguishes callers: behind a proxy on this machine or a private network, the address that it appended. */
export function callerKey({ request, peer }: IncomingRequest): string {
  const forwarded = request.headers.get("X-Forwarded-For")?.split(",").at(-1)?.trim();
  const isProxy = peer === null || isLocalPeer(peer) || PRIVATE_NETWORK.test(peer);
  return (isProxy ? forwarded : undefined) ?? peer ?? "unknown";
}

const PRIVATE_NETWORK = /^(?:::ffff:)?(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^f[cd][0-9a-f]{2}:/i;

import { isLoopback } from "@mojob/core/ports";

/** The characters of a Host header (RFC 9110 §7.2), so that no other part of a URL can hide in it. */
const HOST_HEADER = /^[A-Za-z0-9.\-[\]:]+$/;

/** Whether a host name or address can only mean this machine: `localhost`, 127.0.0.0/8 or `[::1]`. */
export function isLoopbackHostname(hostname: string): boolean {
  return isLoopback(hostname.replace(/^\[(.*)\]$/, "$1"));
}

/** Whether a `Host` header, with any port, names this machine. */
export function isLoopbackHost(host: string): boolean {
  if (!HOST_HEADER.test(host)) return false;
  const url = URL.parse(`http://${host}`);
  return url !== null && isLoopbackHostname(url.hostname);
}

/** Whether an `Origin` is the one the request itself was sent to, whatever the scheme in front of it. */
export function isOwnOrigin(origin: string, host: string): boolean {
  const from = URL.parse(origin);
  const to = URL.parse(`http://${host}`);
  return from !== null && to !== null && from.host !== "" && from.host === to.host;
}

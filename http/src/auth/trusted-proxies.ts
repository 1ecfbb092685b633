import { MoJobError, MoJobErrorCode } from "@mojob/core";
import ipaddr from "ipaddr.js";
import type { IncomingRequest } from "./peer.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** More hops than any deployment has; what is before them is whatever a caller wrote. */
const MOST_HOPS = 16;

/** Returns the address that a request counts as. */
export type ClientAddress = (incoming: Pick<IncomingRequest, "request" | "peer">) => string;

/**
 * The address of the other end, unless that is one of the proxies that are trusted: then what it wrote into `X-Forwarded-For`, from
 * the right, until an address that is none of them. Nobody else is believed, because everybody can write that header.
 * @param proxies addresses and ranges, such as `10.1.0.0/16`
 * @throws MoJobError `invalid_configuration` for one that is neither
 */
export function createClientAddress(proxies: readonly string[]): ClientAddress {
  const ranges = proxies.map(parseProxy);
  const isTrusted = (address: Address): boolean =>
    ranges.some(([base, bits]) => address.kind() === base.kind() && address.match(base, bits));
  return ({ request, peer }) => {
    if (peer === null) return "unknown";
    let client = parseAddress(peer);
    if (client === null) return peer;
    const hops = (request.headers.get("X-Forwarded-For") ?? "").split(",").slice(-MOST_HOPS);
    while (isTrusted(client)) {
      const before = parseAddress(hops.pop()?.trim() ?? "");
      if (before === null) break;
      client = before;
    }
    return client.toString();
  };
}

function parseProxy(text: string): readonly [Address, number] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  if (address !== null) return [address, address.kind() === "ipv4" ? 32 : 128];
  throw new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot trust the proxy "${text}" (MOJOB_TRUSTED_PROXIES): name it by its address, or by a range such as 10.1.0.0/16`,
  );
}

/** An IPv4 address within IPv6 is the IPv4 address. */
function parseAddress(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

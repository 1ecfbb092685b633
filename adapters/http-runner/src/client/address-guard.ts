import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface GuardOptions {
  /**
   * The destinations that may be connected to beside public addresses: an address, a range (`10.1.0.0/16`), or a host name, whose addresses
   * may then be any. @default none
   */
  readonly allow?: readonly string[];
  /** The only hosts that may be connected to: names, or `*.example.com` for all below. @default any */
  readonly hosts?: readonly string[];
  /** Whether nothing else than `allow` lists may be connected to; it may then list `*.example.com` too. @default false */
  readonly onlyAllowed?: boolean;
}

/** Decides which hosts and addresses may be connected to. */
export interface AddressGuard {
  /** Whether requests to this host may be sent at all. */
  mayAsk(host: string): boolean;
  /** Whether an address that this host has may be connected to. */
  mayConnect(host: string, address: string): boolean;
}

/**
 * Public addresses and what is allowed beside them: everything else is the worker's own network, where a metadata service
 * or another program without a password may listen.
 * @throws MoJobError `invalid_configuration` for an entry that is neither an address, a range nor a name
 */
export function createAddressGuard({
  allow = [],
  hosts,
  onlyAllowed = false,
}: GuardOptions = {}): AddressGuard {
  const ranges: (readonly [Address, number])[] = [];
  const names: string[] = [];
  for (const entry of allow) {
    const range = parseRange(entry);
    if (range !== null) ranges.push(range);
    else if (isHostName(onlyAllowed ? entry.replace(/^\*\./, "") : entry)) names.push(entry.toLowerCase());
    else throw wrong(entry);
  }
  for (const host of hosts ?? []) if (!isHostName(host.replace(/^\*\./, ""))) throw wrong(host);
  const isNamed = (host: string): boolean => names.some((name) => matches(host, name));
  const isInRange = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    // An IPv4 address in the clothes of IPv6 is judged as the IPv4 address.
    const address = processed(text);
    if (!onlyAllowed && address.range() === "unicast" && !isOfHost(address)) return true;
    return ranges.some((range) => isIn(address, range));
  };
  return {
    mayAsk(host) {
      if (onlyAllowed && !isNamed(host) && !isInRange(host)) return false;
      return hosts === undefined || hosts.some((one) => matches(host, one.toLowerCase()));
    },
    mayConnect: (host, text) => isNamed(host) || isInRange(text),
  };
}

/** Azure serves each of its machines, without a password, at an address that looks public. */
const HOST_SERVICES = [ipaddr.parse("168.63.129.16")];

function isOfHost(address: Address): boolean {
  return HOST_SERVICES.some((one) => one.toString() === address.toString());
}

/** IPv4-mapped and IPv4-compatible addresses (`::ffff:127.0.0.1`, `::127.0.0.1`) are the IPv4 addresses within. */
function processed(text: string): Address {
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4 || !address.match(COMPATIBLE, COMPATIBLE_BITS)) return address;
  const within = address.toByteArray().slice(-4);
  // `::` and `::1` are addresses of their own.
  const isOwn = within.slice(0, 3).every((byte) => byte === 0) && (within[3] ?? 0) <= 1;
  return isOwn ? address : new ipaddr.IPv4(within);
}

const COMPATIBLE = ipaddr.IPv6.parse("::");
const COMPATIBLE_BITS = 96;

function parseRange(entry: string): readonly [Address, number] | null {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.isValid(entry)) return null;
  const address = ipaddr.process(entry);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isIn(address: Address, [base, bits]: readonly [Address, number]): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}

function matches(host: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function isHostName(text: string): boolean {
  return /^[\p{L}\p{N}_]([\p{L}\p{N}_-]*\.?)+$/u.test(text) || ipaddr.isValid(text);
}

function wrong(entry: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidConfiguration,
    `Cannot allow "${entry}": it must be an address, a range such as 10.1.0.0/16, or a host name`,
  );
}

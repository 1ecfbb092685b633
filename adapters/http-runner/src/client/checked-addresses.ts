import { lookup as systemLookup } from "node:dns/promises";
import { WorkError, WorkErrorCode } from "@mojob/core/ports";
import type { AddressGuard } from "./address-guard.ts";

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds all addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>;

/** Looks a host up with the system's own resolver: its hosts file, then DNS. */
export const resolveHost: ResolveHost = (host) => systemLookup(host, { all: true });

/**
 * The addresses of a host, where all of them may be connected to: one that is refused refuses the name.
 * @throws WorkError `address_refused`; Error for a host without an address
 */
export async function checkedAddresses(
  host: string,
  guard: AddressGuard,
  resolve: ResolveHost,
): Promise<readonly ResolvedAddress[]> {
  const addresses = await resolve(host);
  if (addresses.length === 0) throw new Error(`Host "${host}" has no address`);
  const refused = addresses.find(({ address }) => !guard.mayConnect(host, address));
  if (refused !== undefined) throw refusal(host, refused.address);
  return addresses;
}

export function refusal(host: string, address: string): WorkError {
  return new WorkError(WorkErrorCode.AddressRefused, {
    name: host === address ? `"${host}"` : `"${host}" (${address})`,
  });
}

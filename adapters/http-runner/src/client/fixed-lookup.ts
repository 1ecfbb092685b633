import type { LookupFunction } from "node:net";
import type { ResolvedAddress } from "./checked-addresses.ts";

/**
 * Gives a connection these addresses instead of asking a resolver: a name that has another address a moment later (DNS rebinding) is not
 * resolved again.
 */
export function fixedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  const [first] = addresses;
  return (_host, options, callback) => {
    queueMicrotask(() => {
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first?.address ?? "", first?.family);
    });
  };
}

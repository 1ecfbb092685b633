import { connect as connectSocket } from "node:net";
import ipaddr from "ipaddr.js";
import { type AddressGuard, createAddressGuard, type GuardOptions } from "./address-guard.ts";
import { checkedAddresses, refusal, type ResolveHost, resolveHost } from "./checked-addresses.ts";
import { fixedLookup } from "./fixed-lookup.ts";

export interface ConnectorOptions extends GuardOptions {
  /** @default 30_000 */
  readonly timeoutMs?: number;
  /** Finds the addresses of a host name. @default the system's resolver */
  readonly resolve?: ResolveHost;
}

/**
 * Connects to a host and closes the connection again.
 * @throws WorkError `address_refused`; Error where nothing takes the connection; the signal's reason
 */
export type Connector = (host: string, port: number, signal: AbortSignal) => Promise<void>;

/** @throws MoJobError `invalid_configuration` for an allowed entry that cannot be read */
export function createConnector(options: ConnectorOptions = {}): Connector {
  const guard = createAddressGuard(options);
  const { timeoutMs = 30_000, resolve = resolveHost } = options;
  return async (host, port, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const addresses = await addressesOf(host, guard, resolve);
    await new Promise<void>((connected, failed) => {
      deadline.throwIfAborted();
      const socket = connectSocket({ host, port, lookup: fixedLookup(addresses) });
      const end = (error?: Error): void => {
        deadline.removeEventListener("abort", abort);
        socket.destroy();
        if (error === undefined) connected();
        else failed(error);
      };
      const abort = (): void => end(deadline.reason as Error);
      deadline.addEventListener("abort", abort, { once: true });
      socket.once("connect", () => end());
      socket.once("error", end);
    });
  };
}

async function addressesOf(
  host: string,
  guard: AddressGuard,
  resolve: ResolveHost,
): ReturnType<typeof checkedAddresses> {
  const isLiteral = ipaddr.isValid(host);
  if (!guard.mayAsk(host) || (isLiteral && !guard.mayConnect(host, host))) throw refusal(host, host);
  return isLiteral ? [] : checkedAddresses(host, guard, resolve);
}

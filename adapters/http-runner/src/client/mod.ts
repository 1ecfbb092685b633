export { type AddressGuard, createAddressGuard, type GuardOptions } from "./address-guard.ts";
export { type ResolvedAddress, resolveHost, type ResolveHost } from "./checked-addresses.ts";
export {
  createOutgoingClient,
  type OutgoingClient,
  type OutgoingClientOptions,
  type OutgoingRequest,
  type OutgoingResponse,
} from "./outgoing-client.ts";

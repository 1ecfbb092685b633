import type { TLSConfig } from "@temporalio/client";
import type { DataConverter } from "@temporalio/common";

/** Which Temporal server to use, and how to authenticate. */
export interface TemporalOptions {
  /** `host:port`. @default "127.0.0.1:7233" */
  readonly address?: string;
  /** @default "default" */
  readonly namespace?: string;
  /** `true` for the system's certificate authorities; with a client certificate for mutual TLS. @default off */
  readonly tls?: TLSConfig | boolean;
  /** @default none */
  readonly apiKey?: string;
  /** Turns values into payloads: the place for a codec that encrypts them. It must be the same in every process. @default JSON */
  readonly dataConverter?: DataConverter;
}

export type ResolvedTemporalOptions = TemporalOptions &
  Required<Pick<TemporalOptions, "address" | "namespace">>;

/** Every option with its value. */
export function resolveTemporalOptions(options: TemporalOptions): ResolvedTemporalOptions {
  return {
    ...options,
    address: options.address ?? "127.0.0.1:7233",
    namespace: options.namespace ?? "default",
  };
}

/** The options of both kinds of connection, the client's and the native worker's. */
export function serverOptions({
  address,
  tls,
  apiKey,
}: ResolvedTemporalOptions): Pick<ResolvedTemporalOptions, "address" | "tls" | "apiKey"> {
  return { address, ...(tls !== undefined && { tls }), ...(apiKey !== undefined && { apiKey }) };
}

/** The options with which clients and workers encode payloads. */
export function payloadOptions({ dataConverter }: TemporalOptions): Pick<TemporalOptions, "dataConverter"> {
  return dataConverter === undefined ? {} : { dataConverter };
}

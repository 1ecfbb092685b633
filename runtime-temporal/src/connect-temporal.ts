import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { Client, Connection, type TLSConfig } from "@temporalio/client";
import type { DataConverter } from "@temporalio/common";

/** Where Temporal is, and how it is spoken to. */
export interface TemporalOptions {
  /** `host:port`. @default "127.0.0.1:7233" */
  readonly address?: string;
  /** @default "default" */
  readonly namespace?: string;
  /** `true` for the system's authorities; with a client certificate for mutual TLS. @default off */
  readonly tls?: TLSConfig | boolean;
  /** @default none */
  readonly apiKey?: string;
  /** What turns values into payloads: the place for a codec that encrypts them. The same on every side. @default JSON */
  readonly dataConverter?: DataConverter;
}

/** An open connection a program starts and asks workflows over. */
export interface TemporalConnection {
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 10_000;

/** Every option with its value. */
export function resolveTemporalOptions(
  options: TemporalOptions,
): TemporalOptions & Required<Pick<TemporalOptions, "address" | "namespace">> {
  return {
    ...options,
    address: options.address ?? "127.0.0.1:7233",
    namespace: options.namespace ?? "default",
  };
}

/** @throws MoJobError `runtime_unavailable` where nobody answers */
export async function connectTemporal(options: TemporalOptions = {}): Promise<TemporalConnection> {
  const { address, namespace, tls, apiKey, dataConverter } = resolveTemporalOptions(options);
  let connection: Connection;
  try {
    connection = await Connection.connect({
      address,
      connectTimeout: CONNECT_WITHIN_MS,
      ...(tls !== undefined && { tls }),
      ...(apiKey !== undefined && { apiKey }),
    });
  } catch (error) {
    throw unreachable(`connect to Temporal at "${address}"`, error);
  }
  const client = new Client({
    connection,
    namespace,
    ...(dataConverter !== undefined && { dataConverter }),
  });
  return { client, namespace, close: () => connection.close() };
}

/** What a call that failed for want of the server is told as. */
export function unreachable(doing: string, cause: unknown): MoJobError {
  const why = cause instanceof Error ? cause.message : "it did not answer";
  return new MoJobError(MoJobErrorCode.RuntimeUnavailable, `Cannot ${doing}: ${why}`, { cause });
}

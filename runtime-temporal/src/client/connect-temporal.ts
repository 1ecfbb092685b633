import {
  payloadOptions,
  resolveTemporalOptions,
  serverOptions,
  type TemporalOptions,
  unavailable,
} from "@mojob/temporal-link";
import { Client, Connection } from "@temporalio/client";

/** An open connection over which a program starts and queries workflows. */
export interface TemporalConnection {
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

const CONNECT_WITHIN_MS = 10_000;

/**
 * Connects to Temporal, without the native worker.
 *
 * @throws MoJobError `runtime_unavailable` where no server replies
 * @example
 * ```ts
 * import { connectTemporal } from "@mojob/runtime-temporal";
 *
 * const { namespace, close } = await connectTemporal({ address: "temporal.internal:7233" });
 * console.log(`Connected to namespace ${namespace}`);
 * await close();
 * ```
 */
export async function connectTemporal(options: TemporalOptions = {}): Promise<TemporalConnection> {
  const resolved = resolveTemporalOptions(options);
  const { address, namespace } = resolved;
  let connection: Connection;
  try {
    connection = await Connection.connect({
      ...serverOptions(resolved),
      connectTimeout: CONNECT_WITHIN_MS,
    });
  } catch (error) {
    throw unavailable(`connect to Temporal at "${address}"`, error);
  }
  const client = new Client({ connection, namespace, ...payloadOptions(options) });
  return { client, namespace, close: () => connection.close() };
}

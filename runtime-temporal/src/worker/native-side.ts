import { Client } from "@temporalio/client";
import { DefaultLogger, makeTelemetryFilterString, NativeConnection, Runtime } from "@temporalio/worker";
import { resolveTemporalOptions, type TemporalOptions, unreachable } from "../connect-temporal.ts";

/** What a process that works for Temporal speaks to it with. */
export interface NativeSide {
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

let isInstalled = false;

/** @throws MoJobError `runtime_unavailable` where nobody answers */
export async function connectNative(options: TemporalOptions): Promise<NativeSide> {
  installRuntime();
  const { address, namespace, tls, apiKey, dataConverter } = resolveTemporalOptions(options);
  let connection: NativeConnection;
  try {
    connection = await NativeConnection.connect({
      address,
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
  return { connection, client, namespace, close: () => connection.close() };
}

/** Left alone, it would take the process's signals for itself: when to stop is the program's business. */
function installRuntime(): void {
  if (isInstalled) return;
  isInstalled = true;
  try {
    Runtime.install({
      shutdownSignals: [],
      logger: new DefaultLogger("ERROR"),
      telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: "ERROR", other: "ERROR" }) } },
    });
  } catch (error) {
    // The program has installed its own before; it stays.
    if (!(error instanceof Error) || error.name !== "IllegalStateError") throw error;
  }
}

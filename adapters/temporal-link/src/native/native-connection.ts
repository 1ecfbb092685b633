import { type Clock, sleep, systemClock } from "@mojob/core/ports";
import { Client } from "@temporalio/client";
import { NativeConnection } from "@temporalio/worker";
import { toTemporalError, unavailable } from "../temporal-error.ts";
import {
  payloadOptions,
  resolveTemporalOptions,
  serverOptions,
  type TemporalOptions,
} from "../temporal-options.ts";
import { installNativeRuntime } from "./native-runtime.ts";

/** The connection of a process with native workers, and a client that uses it. */
export interface NativeLink {
  readonly connection: NativeConnection;
  readonly client: Client;
  readonly namespace: string;
  close(): Promise<void>;
}

export interface ConnectNativeOptions {
  /** @default 10_000 */
  readonly withinMs?: number;
  /** @default the system's */
  readonly clock?: Clock;
}

/**
 * Opens a connection for native workers.
 *
 * @throws MoJobError `runtime_unavailable` where no server replies in time, `invalid_configuration` where it refuses
 */
export async function connectNative(
  options: TemporalOptions,
  { withinMs = 10_000, clock = systemClock }: ConnectNativeOptions = {},
): Promise<NativeLink> {
  installNativeRuntime();
  const resolved = resolveTemporalOptions(options);
  const { address, namespace } = resolved;
  const doing = `connect to Temporal at "${address}"`;
  const connecting = NativeConnection.connect(serverOptions(resolved));
  const waited = new AbortController();
  const tooLate = sleep(clock, withinMs, waited.signal).then((): never => {
    throw unavailable(doing, new Error(`it did not reply within ${withinMs} ms`));
  });
  // It also rejects when the race is over and nothing listens any more.
  tooLate.catch(() => {});
  try {
    const connection = await Promise.race([connecting, tooLate]);
    const client = new Client({ connection, namespace, ...payloadOptions(options) });
    return { connection, client, namespace, close: () => connection.close() };
  } catch (error) {
    // It may still succeed after the time limit.
    void connecting.then((late) => late.close()).catch(() => {});
    throw toTemporalError(doing, error);
  } finally {
    waited.abort();
  }
}

import { type Clock, type IMoStateStore, type MoEvent, systemClock } from "@mojob/core";
import type { ConnectionOptions, DataConverter } from "@temporalio/client";

/** Where a Temporal server is and how one gets in. */
export interface TemporalAddress {
  /** `host:port` */
  readonly address: string;
  /** @default "default" */
  readonly namespace?: string;
  /** @default none */
  readonly tls?: ConnectionOptions["tls"];
  /** Temporal Cloud's. @default none */
  readonly apiKey?: string;
}

export interface EventBusTemporalOptions extends TemporalAddress {
  /** Remembers who listens; shared by all that publish and subscribe. */
  readonly state: IMoStateStore;
  /** The beginning of its task queues', workflows' and state keys' names: buses of one name are one bus. @default "mojob-bus" */
  readonly name?: string;
  /** Encodes what Temporal keeps, for example by a payload codec. @default none */
  readonly dataConverter?: DataConverter;
  /** @default the system's */
  readonly clock?: Clock;
  /** Wait before an event whose handler failed is delivered again. @default 1000 */
  readonly redeliveryDelayMs?: number;
  /** Deliveries of one event before it is given up. @default 5 */
  readonly maxDeliveries?: number;
  /** An event whose handler's process is silent this long is delivered again. @default 10_000 */
  readonly heartbeatTimeoutMs?: number;
  /** A subscriber without a group that is silent this long stops being a target. @default 30_000 */
  readonly memberLifetimeMs?: number;
  /** How long an event waits for a member of its group; a group without a member this long is forgotten. @default 7 days */
  readonly keepMs?: number;
  /** How long a handler may take. @default 1 day */
  readonly handlerTimeoutMs?: number;
  /** How long `publish()` and the first `subscribe()` try to reach the server. @default 10_000 */
  readonly connectTimeoutMs?: number;
  /** How long `close()` waits for handlers that are at work. @default 10_000 */
  readonly closeGraceMs?: number;
  /** Told of events that are given up here and why, and of what went wrong outside any event. @default ignored */
  readonly onError?: (error: unknown, topic: string, events: readonly MoEvent[]) => void;
}

export type ResolvedBusOptions = Required<Omit<EventBusTemporalOptions, "tls" | "apiKey" | "dataConverter">> &
  Pick<EventBusTemporalOptions, "tls" | "apiKey" | "dataConverter">;

const DAY_MS = 86_400_000;

/** All options with their defaults. */
export function resolveBusOptions(options: EventBusTemporalOptions): ResolvedBusOptions {
  return {
    ...options,
    namespace: options.namespace ?? "default",
    name: options.name ?? "mojob-bus",
    clock: options.clock ?? systemClock,
    redeliveryDelayMs: options.redeliveryDelayMs ?? 1000,
    maxDeliveries: options.maxDeliveries ?? 5,
    heartbeatTimeoutMs: options.heartbeatTimeoutMs ?? 10_000,
    memberLifetimeMs: options.memberLifetimeMs ?? 30_000,
    keepMs: options.keepMs ?? 7 * DAY_MS,
    handlerTimeoutMs: options.handlerTimeoutMs ?? DAY_MS,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    closeGraceMs: options.closeGraceMs ?? 10_000,
    onError: options.onError ?? (() => {}),
  };
}

import { type Clock, type IMoStateStore, type MoEvent, systemClock } from "@mojob/core/ports";
import {
  type ResolvedTemporalOptions,
  resolveTemporalOptions,
  type TemporalOptions,
} from "@mojob/temporal-link";

export interface EventBusTemporalOptions extends TemporalOptions {
  /** Keeps the subscriptions; shared by all that publish and subscribe. */
  readonly state: IMoStateStore;
  /** The beginning of its task queues', workflows' and state keys' names: buses of one name are one bus. @default "mojob-bus" */
  readonly name?: string;
  /** @default the system's */
  readonly clock?: Clock;
  /** Wait before an event whose handler failed is delivered again. @default 1000 */
  readonly redeliveryDelayMs?: number;
  /** Deliveries of one event before it is given up. @default 5 */
  readonly maxDeliveries?: number;
  /** An event whose handler's process sends no heartbeat for this long is delivered again. @default 10_000 */
  readonly heartbeatTimeoutMs?: number;
  /** A subscriber without a group that has not announced itself for this long stops being a target. @default 30_000 */
  readonly subscriberLifetimeMs?: number;
  /** How long an event waits for a member of its group; a group that had no member for this long is removed. @default 7 days */
  readonly keepMs?: number;
  /** How long a handler may take. @default 1 day */
  readonly handlerTimeoutMs?: number;
  /** How long `publish()` and the first `subscribe()` try to reach the server. @default 10_000 */
  readonly connectTimeoutMs?: number;
  /** How long `close()` waits for handlers that are at work. @default 10_000 */
  readonly closeGraceMs?: number;
  /** Called with events that are given up in this process and the reason, and with errors outside any event. @default ignored */
  readonly onError?: (error: unknown, topic: string, events: readonly MoEvent[]) => void;
}

export type ResolvedBusOptions = ResolvedTemporalOptions &
  Required<Omit<EventBusTemporalOptions, keyof TemporalOptions>>;

const DAY_MS = 86_400_000;

/** All options with their defaults. */
export function resolveBusOptions(options: EventBusTemporalOptions): ResolvedBusOptions {
  return {
    ...options,
    ...resolveTemporalOptions(options),
    name: options.name ?? "mojob-bus",
    clock: options.clock ?? systemClock,
    redeliveryDelayMs: options.redeliveryDelayMs ?? 1000,
    maxDeliveries: options.maxDeliveries ?? 5,
    heartbeatTimeoutMs: options.heartbeatTimeoutMs ?? 10_000,
    subscriberLifetimeMs: options.subscriberLifetimeMs ?? 30_000,
    keepMs: options.keepMs ?? 7 * DAY_MS,
    handlerTimeoutMs: options.handlerTimeoutMs ?? DAY_MS,
    connectTimeoutMs: options.connectTimeoutMs ?? 10_000,
    closeGraceMs: options.closeGraceMs ?? 10_000,
    onError: options.onError ?? (() => {}),
  };
}

import {
  boundedPriority,
  createId,
  type EventHandler,
  type EventSubscription,
  type IMoEventBus,
  type MoEvent,
  MoJobError,
  MoJobErrorCode,
  type SubscribeOptions,
  systemClock,
} from "@mojob/core/ports";
import { repeat, type Repetition } from "@mojob/core/engine";
import { payloadOptions, type RestartingWorker, serverOptions, toTemporalError } from "@mojob/temporal-link";
import { Client, Connection } from "@temporalio/client";
import { type EventBusTemporalOptions, type ResolvedBusOptions, resolveBusOptions } from "./bus-options.ts";
import type { Delivery } from "./delivery.ts";
import { toBatches } from "./event-batches.ts";
import { Subscriber } from "./subscriber.ts";
import { type Target, TopicRegistry } from "./topic-registry.ts";
import { WorkerHost } from "./worker-host.ts";
import type { deliverEvents } from "./workflows.ts";

/** A subscriber says so often within its lifetime that it is there. */
const ANNOUNCEMENTS_PER_LIFETIME = 3;
/** How long an event waits for a subscriber that died before it was known to be dead; then it is given up. */
const LONGEST_WAIT_FOR_SUBSCRIBER_MS = 3_600_000;

/**
 * Delivers events between processes (seed row M17) by Temporal: a topic and a group are a task queue, a delivery is an
 * activity, which waits there until a subscriber takes it and is delivered again when its handler fails or dies.
 *
 * A subscriber without a group has a task queue of its own and is a target as long as it says that it is there.
 * Waiting events keep the order of its priority where the server's `matching.useNewMatcher` is on, and only nearly so over
 * several partitions of a task queue; the order of arrival is not kept.
 *
 * Nothing is connected before the first `publish()` or `subscribe()`; only `subscribe()` loads the native worker.
 */
export class EventBusTemporal implements IMoEventBus {
  readonly #options: ResolvedBusOptions;
  readonly #registry: TopicRegistry;
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #host: WorkerHost;
  readonly #subscriptions = new Set<EventSubscription>();
  #closing: Promise<void> | null = null;

  constructor(options: EventBusTemporalOptions) {
    const resolved = resolveBusOptions(options);
    this.#options = resolved;
    this.#registry = new TopicRegistry(resolved);
    const { namespace, connectTimeoutMs: connectTimeout } = resolved;
    const connection = Connection.lazy({ ...serverOptions(resolved), connectTimeout });
    this.#connection = connection;
    this.#client = new Client({ connection, namespace, ...payloadOptions(resolved) });
    this.#host = new WorkerHost(resolved, (error) => resolved.onError(error, "", []));
  }

  async publish(topic: string, events: readonly MoEvent[]): Promise<void> {
    this.#assertOpen();
    const batches = toBatches(topic, events);
    if (batches.length === 0) return;
    const targets = await this.#registry.targetsOf(topic);
    try {
      // The driver compares it with the process's own clock, right or wrong.
      await this.#connection.withDeadline(systemClock.now().getTime() + this.#options.connectTimeoutMs, () =>
        Promise.all(targets.flatMap((target) => batches.map((batch) => this.#send(topic, target, batch)))),
      );
    } catch (error) {
      throw toTemporalError(`publish on "${topic}"`, error);
    }
  }

  /** Whether any process has subscribed and announced itself lately; a group counts for `keepMs`. */
  hasSubscribers(topic: string): Promise<boolean> {
    return this.#registry.hasSubscribers(topic);
  }

  async subscribe(
    topic: string,
    handler: EventHandler,
    { group, capacity = () => Infinity }: SubscribeOptions = {},
  ): Promise<EventSubscription> {
    this.#assertOpen();
    const { clock, heartbeatTimeoutMs, maxDeliveries, onError } = this.#options;
    const onGivenUp = (error: unknown, events: readonly MoEvent[]): void => onError(error, topic, events);
    const subscriber = new Subscriber({
      handler,
      capacity,
      clock,
      heartbeatTimeoutMs,
      maxDeliveries,
      onGivenUp,
    });
    const subscription =
      group === undefined
        ? await this.#joinAlone(topic, subscriber)
        : await this.#joinGroup(topic, group, subscriber);
    this.#subscriptions.add(subscription);
    if (this.#closing !== null) await subscription.close();
    this.#assertOpen();
    return subscription;
  }

  /** Takes nothing more, and waits a while for the handlers that are at work. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
    await this.#host.close(this.#options.closeGraceMs);
    await this.#connection.close();
  }

  async #joinAlone(topic: string, subscriber: Subscriber): Promise<EventSubscription> {
    const id = createId(this.#options.clock.now());
    const worker = await this.#startWorker(topic, this.#registry.subscriberQueue(topic, id), subscriber);
    try {
      await this.#registry.markBroadcast(topic);
    } catch (error) {
      subscriber.leave();
      worker.stop();
      throw error;
    }
    const announce = (): Promise<void> => this.#registry.keepSubscriber(topic, id);
    return this.#present(topic, subscriber, worker, announce, () =>
      this.#registry.removeSubscriber(topic, id),
    );
  }

  async #joinGroup(topic: string, group: string, subscriber: Subscriber): Promise<EventSubscription> {
    const queue = await this.#registry.joinGroup(topic, group);
    const worker = await this.#startWorker(topic, queue, subscriber);
    const announce = (): Promise<void> => this.#registry.keepGroup(topic, group, queue);
    return this.#present(topic, subscriber, worker, announce, () => Promise.resolve());
  }

  async #startWorker(topic: string, queue: string, subscriber: Subscriber): Promise<RestartingWorker> {
    try {
      return await this.#host.start(queue, subscriber);
    } catch (error) {
      throw toTemporalError(`subscribe to "${topic}"`, error);
    }
  }

  async #present(
    topic: string,
    subscriber: Subscriber,
    worker: RestartingWorker,
    announce: () => Promise<void>,
    withdraw: () => Promise<void>,
  ): Promise<EventSubscription> {
    const onError = (error: unknown): void => this.#options.onError(error, topic, []);
    const everyMs = this.#options.subscriberLifetimeMs / ANNOUNCEMENTS_PER_LIFETIME;
    let announcements: Repetition | null = null;
    const leave = async (): Promise<void> => {
      this.#subscriptions.delete(subscription);
      subscriber.leave();
      worker.stop();
      await announcements?.close();
      await withdraw().catch(onError);
      // Handlers at work continue; without any, the worker ends in a moment.
      if (!subscriber.isHandling) await worker.ended;
    };
    let leaving: Promise<void> | null = null;
    const subscription: EventSubscription = {
      resume: () => subscriber.slots.wake(),
      close: () => (leaving ??= leave()),
    };
    try {
      await announce();
      if (leaving === null)
        announcements = repeat(announce, { clock: this.#options.clock, everyMs, onError });
    } catch (error) {
      await subscription.close();
      throw error;
    }
    return subscription;
  }

  async #send(topic: string, { queue, isOwn }: Target, events: readonly MoEvent[]): Promise<void> {
    const { name, clock, keepMs, handlerTimeoutMs, heartbeatTimeoutMs, redeliveryDelayMs, maxDeliveries } =
      this.#options;
    const waitMs = isOwn ? Math.min(keepMs, LONGEST_WAIT_FOR_SUBSCRIBER_MS) : keepMs;
    const limits = { waitMs, handlerTimeoutMs, heartbeatTimeoutMs, redeliveryDelayMs, maxDeliveries };
    const delivery: Delivery = { topic, queue, events, limits };
    await this.#client.workflow.start<typeof deliverEvents>("deliverEvents", {
      taskQueue: name,
      workflowId: `${queue}/${createId(clock.now())}`,
      args: [delivery],
      // Temporal counts as we do: 1 is the first.
      priority: { priorityKey: Math.min(...events.map(({ priority }) => boundedPriority(priority))) },
    });
  }

  #assertOpen(): void {
    if (this.#closing === null) return;
    throw new MoJobError(
      MoJobErrorCode.ShuttingDown,
      "Cannot use the event bus: it was closed; open a new one",
    );
  }
}

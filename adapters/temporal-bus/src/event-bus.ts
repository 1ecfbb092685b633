import {
  createId,
  type EventHandler,
  type EventSubscription,
  type IMoEventBus,
  MoJobError,
  MoJobErrorCode,
  type MoEvent,
  type SubscribeOptions,
} from "@mojob/core";
import { Client, Connection } from "@temporalio/client";
import { toBusError } from "./bus-error.ts";
import { type EventBusTemporalOptions, type ResolvedBusOptions, resolveBusOptions } from "./bus-options.ts";
import type { BusWorker } from "./bus-worker.ts";
import { type Delivery, priorityOf } from "./delivery.ts";
import { toParcels } from "./event-parcels.ts";
import { Member } from "./member.ts";
import { Presence } from "./presence.ts";
import { type Target, TopicRegistry } from "./topic-registry.ts";
import { WorkerHost } from "./worker-host.ts";
import type { deliverEvents } from "./workflows.ts";

/** A subscriber says so often within its lifetime that it is there. */
const BEATS_A_LIFETIME = 3;
/** What was sent to a subscriber that died before it was known to be dead is given up after it. */
const LONGEST_WAIT_OF_MEMBER_MS = 3_600_000;

/**
 * Carries events between processes (seed row M17) by Temporal: a topic and a group are a task queue, a delivery is an
 * activity, which waits there until a member takes it and is delivered again when its handler fails or vanishes.
 *
 * A subscriber without a group has a task queue of its own and is a target as long as it says that it is there.
 * What waits keeps the order of its priority where the server's `matching.useNewMatcher` is on, and only nearly so over
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
    const { address, namespace, tls, apiKey, dataConverter } = resolved;
    this.#options = resolved;
    this.#registry = new TopicRegistry(resolved);
    this.#connection = Connection.lazy({
      address,
      connectTimeout: resolved.connectTimeoutMs,
      ...(tls !== undefined && { tls }),
      ...(apiKey !== undefined && { apiKey }),
    });
    this.#client = new Client({
      connection: this.#connection,
      namespace,
      ...(dataConverter && { dataConverter }),
    });
    this.#host = new WorkerHost(resolved, (error) => resolved.onError(error, "", []));
  }

  async publish(topic: string, events: readonly MoEvent[]): Promise<void> {
    this.#assertOpen();
    const parcels = toParcels(topic, events);
    if (parcels.length === 0) return;
    const targets = await this.#registry.targetsOf(topic);
    try {
      await this.#connection.withDeadline(this.#now() + this.#options.connectTimeoutMs, () =>
        Promise.all(targets.flatMap((target) => parcels.map((parcel) => this.#send(topic, target, parcel)))),
      );
    } catch (error) {
      throw toBusError(`publish on "${topic}"`, error);
    }
  }

  async subscribe(
    topic: string,
    handler: EventHandler,
    { group, capacity = () => Infinity }: SubscribeOptions = {},
  ): Promise<EventSubscription> {
    this.#assertOpen();
    const { clock, heartbeatTimeoutMs, maxDeliveries, onError } = this.#options;
    const onGivenUp = (error: unknown, events: readonly MoEvent[]): void => onError(error, topic, events);
    const member = new Member({ handler, capacity, clock, heartbeatTimeoutMs, maxDeliveries, onGivenUp });
    const subscription =
      group === undefined
        ? await this.#joinAlone(topic, member)
        : await this.#joinGroup(topic, group, member);
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

  async #joinAlone(topic: string, member: Member): Promise<EventSubscription> {
    const id = createId(this.#options.clock.now());
    const worker = await this.#startWorker(topic, this.#registry.memberQueue(topic, id), member);
    await this.#registry.markBroadcast(topic);
    const announce = (): Promise<void> => this.#registry.keepMember(topic, id);
    return this.#present(topic, member, worker, announce, () => this.#registry.removeMember(topic, id));
  }

  async #joinGroup(topic: string, group: string, member: Member): Promise<EventSubscription> {
    const queue = await this.#registry.joinGroup(topic, group);
    const worker = await this.#startWorker(topic, queue, member);
    const announce = (): Promise<void> => this.#registry.keepGroup(topic, group, queue);
    return this.#present(topic, member, worker, announce, () => Promise.resolve());
  }

  async #startWorker(topic: string, queue: string, member: Member): Promise<BusWorker> {
    try {
      return await this.#host.start(queue, member);
    } catch (error) {
      throw toBusError(`subscribe to "${topic}"`, error);
    }
  }

  async #present(
    topic: string,
    member: Member,
    worker: BusWorker,
    announce: () => Promise<void>,
    withdraw: () => Promise<void>,
  ): Promise<EventSubscription> {
    const onError = (error: unknown): void => this.#options.onError(error, topic, []);
    const everyMs = this.#options.memberLifetimeMs / BEATS_A_LIFETIME;
    const presence = new Presence({ clock: this.#options.clock, everyMs, announce, onError });
    const leave = async (): Promise<void> => {
      this.#subscriptions.delete(subscription);
      member.leave();
      worker.stop();
      await presence.end();
      await withdraw().catch(onError);
      // What is being handled goes on; without it the worker is gone in a moment.
      if (!member.isHandling) await worker.ended;
    };
    let leaving: Promise<void> | null = null;
    const subscription: EventSubscription = {
      resume: () => member.room.wake(),
      close: () => (leaving ??= leave()),
    };
    try {
      await presence.begin();
    } catch (error) {
      await subscription.close();
      throw error;
    }
    return subscription;
  }

  async #send(topic: string, { queue, isMember }: Target, events: readonly MoEvent[]): Promise<void> {
    const { name, clock, keepMs, handlerTimeoutMs, heartbeatTimeoutMs, redeliveryDelayMs, maxDeliveries } =
      this.#options;
    const waitMs = isMember ? Math.min(keepMs, LONGEST_WAIT_OF_MEMBER_MS) : keepMs;
    const limits = { waitMs, handlerTimeoutMs, heartbeatTimeoutMs, redeliveryDelayMs, maxDeliveries };
    const delivery: Delivery = { topic, queue, events, limits };
    await this.#client.workflow.start<typeof deliverEvents>("deliverEvents", {
      taskQueue: name,
      workflowId: `${queue}/${createId(clock.now())}`,
      args: [delivery],
      priority: { priorityKey: Math.min(...events.map(priorityOf)) },
    });
  }

  #now(): number {
    return this.#options.clock.now().getTime();
  }

  #assertOpen(): void {
    if (this.#closing === null) return;
    throw new MoJobError(
      MoJobErrorCode.ShuttingDown,
      "Cannot use the event bus: it was closed; open a new one",
    );
  }
}

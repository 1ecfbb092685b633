import { carryRequests, isExecutionTopic } from "@mojob/core/engine";
import {
  type Clock,
  type EventHandler,
  type EventSubscription,
  type IMoEventBus,
  type JobExecutionRequested,
  type MoEvent,
  MoJobError,
  MoJobErrorCode,
  type PublishOptions,
  type RequestedRuns,
  type SubscribeOptions,
} from "@mojob/core/ports";
import {
  payloadOptions,
  resolveTemporalOptions,
  RestartingWorker,
  type SlotPermits,
  type TemporalOptions,
  unavailable,
} from "@mojob/temporal-link";
import type { NativeLink } from "@mojob/temporal-link/native";
import { Context } from "@temporalio/activity";
import type { Worker, WorkerOptions } from "@temporalio/worker";
import { loadNativeWorker } from "./native-worker.ts";
import { SubscriberSlots } from "./subscriber-slots.ts";
import { activityTuner } from "./worker-tuner.ts";

/** Heartbeats are sent at most this often; a cancel from Temporal's side arrives with their replies. */
const HEARTBEAT_THROTTLE_MS = 3000;
const A_DAY_MS = 86_400_000;
/** The name in Temporal's tools of subscribers beside the process's own. */
const HOSTED_NAME = "mojob-executors";

export interface TaskQueueBusOptions {
  /** Takes all events but requests to execute. */
  readonly bus: IMoEventBus;
  /** Starts the workflows that bring a request to the task queue of its destination. */
  readonly carry: (event: JobExecutionRequested) => Promise<void>;
  /** Where the process takes requests from; `null` in one that takes none. */
  readonly native: NativeLink | null;
  /** @default a server on this machine */
  readonly temporal?: TemporalOptions;
  readonly clock: Clock;
  /** Called with why requests cannot be taken; they are taken again as soon as that is over. */
  readonly onError: (error: unknown) => void;
}

export interface TaskQueueSubscribeOptions extends SubscribeOptions {
  /** Bounds what is taken at once, in place of `capacity`. */
  readonly permits?: SlotPermits;
  /** How long requests under way may take after `close()`. @default one day */
  readonly graceMs?: number;
  /** Distinguishes several subscribers of one process on one topic. @default it has one */
  readonly subscriberId?: string | null;
}

/**
 * The bus of the distributed deployment (seed row M17): the topic of a request to execute is a Temporal task queue, the
 * workflow of its runs brings it there, and the subscribers are Temporal workers that compete for it.
 *
 * A request waits in its queue until a subscriber takes it, and the handler's reply goes to the workflow. Other events
 * travel on the bus behind.
 */
export class TaskQueueBus implements IMoEventBus {
  readonly #options: TaskQueueBusOptions;
  readonly #carrying: IMoEventBus;

  constructor(options: TaskQueueBusOptions) {
    this.#options = options;
    this.#carrying = carryRequests(options.bus, options.carry);
  }

  publish(topic: string, events: readonly MoEvent[], options?: PublishOptions): Promise<void> {
    return this.#carrying.publish(topic, events, options);
  }

  /** @throws MoJobError `invalid_argument` for a topic of requests in a process that takes none */
  async subscribe(
    topic: string,
    handler: EventHandler,
    options: TaskQueueSubscribeOptions = {},
  ): Promise<EventSubscription> {
    if (!isExecutionTopic(topic)) return this.#options.bus.subscribe(topic, handler, options);
    const slots = new SubscriberSlots(options.capacity ?? (() => Infinity));
    const { permits = slots.permits } = options;
    const worker = await this.#startWorker(topic, { ...options, permits }, (payload) => {
      slots.spend();
      return handler([requestOf(payload)]);
    });
    return {
      resume: () => slots.wake(),
      close: () => {
        worker.stop();
        return worker.ended;
      },
    };
  }

  /** Closes the bus behind; subscriptions are their owners'. */
  close(): Promise<void> {
    return this.#options.bus.close();
  }

  async #startWorker(
    queue: string,
    {
      permits,
      graceMs = A_DAY_MS,
      subscriberId = null,
    }: TaskQueueSubscribeOptions & { readonly permits: SlotPermits },
    execute: (payload: RequestedRuns) => unknown,
  ): Promise<RestartingWorker> {
    const { native, temporal = {}, clock, onError } = this.#options;
    if (native === null) throw takesNone(queue);
    const { createWorker } = await loadNativeWorker();
    const workerOptions: WorkerOptions = {
      connection: native.connection,
      namespace: native.namespace,
      taskQueue: queue,
      activities: { JobExecutionRequested: execute },
      maxHeartbeatThrottleInterval: HEARTBEAT_THROTTLE_MS,
      shutdownGraceTime: graceMs,
      // A process can have several workers on a queue only under different build ids; which is all that they are for.
      ...(subscriberId !== null && {
        workerDeploymentOptions: {
          useWorkerVersioning: false,
          version: { deploymentName: HOSTED_NAME, buildId: subscriberId },
        },
      }),
      ...payloadOptions(temporal),
      tuner: activityTuner(permits),
    };
    const { address } = resolveTemporalOptions(temporal);
    return RestartingWorker.start({
      clock,
      create: (): Promise<Worker> => createWorker(workerOptions, address),
      onError: (error) => onError(unavailable(`take runs from Temporal at "${address}"`, error)),
    });
  }
}

/** A delivery as its subscriber gets it; the workflow adds to the payload what it wants to know. */
function requestOf(payload: RequestedRuns): JobExecutionRequested {
  const { workflowExecution, activityId } = Context.current().info;
  const id = `${workflowExecution?.workflowId ?? ""}/${activityId}`;
  return { id, type: "JobExecutionRequested", payload };
}

function takesNone(topic: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.InvalidArgument,
    `Cannot take requests from "${topic}": this process only publishes; start a worker`,
  );
}

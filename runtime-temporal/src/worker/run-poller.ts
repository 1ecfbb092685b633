import { type Engine, executionTopic, type FedExecutor, type RunFeed } from "@mojob/core/engine";
import type { EventSubscription } from "@mojob/core/ports";
import type { TaskQueueBus } from "@mojob/temporal-bus";
import { SlotPermits, Wakeup } from "@mojob/temporal-link";
import type { HandBack } from "../client/hand-back.ts";
import { BatchSlots } from "./batch-slots.ts";
import { ExecutorQueue } from "./executor-queue.ts";
import type { LocalRetries } from "./local-retries.ts";
import { RequestHandler } from "./request-handler.ts";

/** Activities under way at once where the worker is unlimited. */
const MAX_ACTIVITIES = 10_000;
/** Batches without a place, of those of an unlimited worker. */
const MOST_WAITING = 8;
/** Time after the grace of the runs, in which the ended runs are written. */
const SETTLE_WITHIN_MS = 30_000;

export interface RunPollerOptions extends FedExecutor {
  readonly engine: Engine;
  readonly bus: TaskQueueBus;
  readonly returnToBatch: HandBack;
  readonly retries: LocalRetries;
  readonly shutdownGraceMs: number;
}

/** Takes an app's requests from the bus for one executor. */
export class RunPoller implements RunFeed {
  readonly #options: RunPollerOptions;
  readonly #changed = new Wakeup();
  readonly #draining = new AbortController();
  /** One for each topic: its app's, and the executor's own once runs are sent there. */
  readonly #subscriptions: EventSubscription[] = [];
  readonly #ownQueue: ExecutorQueue;

  constructor(options: RunPollerOptions) {
    this.#options = options;
    const { engine, app, executor } = options;
    const { cache, clock, onError } = engine;
    this.#ownQueue = new ExecutorQueue({ app, cache, clock, poll: () => this.#poll(executor.id), onError });
  }

  async start(): Promise<void> {
    await this.#options.executor.untilKeptAlive();
    await this.#poll(null);
    await this.#ownQueue.start();
  }

  /** Takes what is sent to the app, or to this executor alone. */
  async #poll(id: string | null): Promise<void> {
    const { engine, bus, app, executor, isHosted, isLimited, scheduler, returnToBatch, retries } =
      this.#options;
    const changed = this.#changed;
    const slots = isLimited
      ? new BatchSlots({ capacity: () => executor.intake.load.ownCapacity, changed })
      : null;
    const topic = executionTopic({ tenant: engine.tenant, app, executor: id });
    const handler = new RequestHandler({
      engine,
      host: { executor, scheduler },
      returnToBatch,
      retries,
      slots,
      changed,
      isDraining: () => this.#draining.signal.aborted || executor.isDraining,
    });
    const subscription = await bus.subscribe(topic, (events) => handler.handle(events), {
      // Runs that their tenant has no place for wait here for a moment: more would only go to and fro.
      permits:
        slots?.permits ??
        unlimitedPermits(
          () => executor.intake.load.ownCapacity > 0 && handler.waiting < MOST_WAITING,
          changed,
        ),
      graceMs: this.#options.shutdownGraceMs + SETTLE_WITHIN_MS,
      subscriberId: isHosted ? executor.id : null,
    });
    this.#subscriptions.push(subscription);
    if (this.#draining.signal.aborted) void subscription.close();
  }

  /** Call it when the executor may have room for more. */
  changed(): void {
    this.#changed.notify();
  }

  /** Takes no more. */
  stop(): void {
    this.#draining.abort();
    this.#changed.notify();
    for (const subscription of this.#subscriptions) void subscription.close();
  }

  /** Resolves when every run that it took has ended or was handed back. */
  async close(): Promise<void> {
    await this.#ownQueue.close();
    this.stop();
    await Promise.all(this.#subscriptions.map((subscription) => subscription.close()));
  }
}

/** The places of an unlimited worker: it polls Temporal whenever it takes runs. */
function unlimitedPermits(isOpen: () => boolean, changed: Wakeup): SlotPermits {
  let issued = 0;
  return new SlotPermits({
    take() {
      if (issued >= MAX_ACTIVITIES || !isOpen()) return false;
      issued += 1;
      return true;
    },
    giveBack() {
      issued -= 1;
    },
    changed,
  });
}

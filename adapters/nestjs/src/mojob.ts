import { type LogSink, type MoJobScheduler, MoJobError, MoJobErrorCode } from "@mojob/core";
import { runtimeInfo } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { type Embedded, startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import {
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from "@nestjs/common";
import type { DiscoveryService, ModuleRef } from "@nestjs/core";
import { findJobs } from "./find-jobs.ts";
import type { MoJobOptions } from "./mojob-options.ts";

/**
 * The scheduler of the app, by injection. It starts once all modules are there, with the jobs of their providers, and closes with the app: runs
 * finish in its `onModuleDestroy()`, so that what they use is to be closed in `onApplicationShutdown()`.
 * @example
 * ```ts
 * import { MoJob } from "@mojob/nestjs";
 *
 * class OrdersController {
 *   readonly #moJob: MoJob;
 *   constructor(moJob: MoJob) {
 *     this.#moJob = moJob;
 *   }
 *   async pay(order: string): Promise<string> {
 *     return (await this.#moJob.scheduler.trigger("shop.send-receipt", { order })).id;
 *   }
 * }
 * ```
 */
export class MoJob implements OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  readonly #options: Omit<MoJobOptions, "panel">;
  readonly #discovery: DiscoveryService;
  readonly #modules: ModuleRef;
  #running: Embedded | null = null;
  #closeStores: () => Promise<void> = async () => {};

  constructor(options: Omit<MoJobOptions, "panel">, discovery: DiscoveryService, modules: ModuleRef) {
    this.#options = options;
    this.#discovery = discovery;
    this.#modules = modules;
  }

  /** @throws MoJobError `shutting_down` before the app has started */
  get scheduler(): MoJobScheduler {
    if (this.#running !== null) return this.#running.scheduler;
    throw new MoJobError(
      MoJobErrorCode.ShuttingDown,
      "Cannot use the scheduler before the app has started: it has no jobs until onApplicationBootstrap()",
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    const { file = ".mojob/scheduler.db", inMemory = false, ...options } = this.#options;
    const { app = "default", log = toNestLogger(), whenHeld = "refuse" } = options;
    const given = {
      features: FEATURES,
      ...options,
      app,
      log,
      jobs: findJobs(this.#discovery, this.#modules),
      runtime: runtimeInfo(),
    };
    if (inMemory) {
      this.#running = await startEmbedded({ ...given, inMemory });
      return;
    }
    const { store, state, close } = await openSqlite(file, { whenHeld });
    this.#closeStores = close;
    try {
      this.#running = await startEmbedded({ ...given, store, state });
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** In the first phase of the end: what jobs use is to end in the last one, `onApplicationShutdown()`. */
  async onModuleDestroy(): Promise<void> {
    await this.#running?.finishRuns();
  }

  /** In the last phase, when nobody calls any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.#running?.close();
    await this.#closeStores();
  }
}

/** Writes the lines of jobs and of the scheduler like the rest of the app's lines. */
function toNestLogger(): LogSink {
  const logger = new Logger("MoJob");
  return ({ level, message, run }) => {
    const line = run === undefined ? message : `${run.jobKey} ${run.instanceId} #${run.attempt}: ${message}`;
    if (level === "info") logger.log(line);
    else logger[level](line);
  };
}

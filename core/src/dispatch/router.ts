import type { Clock } from "../base/clock.ts";
import type { JsonValue } from "../base/json.ts";
import { shareOf } from "../base/fingerprint.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import { workerOf } from "../model/destination.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import {
  type NamedExecutor,
  RefusalCode,
  type RefusedExecutor,
  type RunRouting,
} from "../model/run-routing.ts";
import { latestRefused } from "../model/broadcast/note-executor.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { keyOfArgs } from "../model/option/value/concurrency-key.ts";
import { RoutingStrategy, WhenGone } from "../model/option/value/routing-options.ts";
import { rulesOf } from "../model/work-kinds.ts";
import type { ExecutorRule } from "../model/option/value/executor-rule.ts";
import { canRun } from "../placement/can-run.ts";
import { candidatesOf } from "../placement/candidates.ts";
import type { Candidate } from "../placement/strategies/candidate.ts";
import { WORKER_SILENT_MS } from "../placement/liveness.ts";
import { type ChoosingStrategy, route } from "../placement/route.ts";
import type { Choice } from "../placement/strategies/strategy.ts";
import type { IMoExecutorStore } from "../ports/executor-store.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import { isBusy } from "../placement/strategies/busyover.ts";
import { RoutingHistory } from "./routing/routing-history.ts";

/** The list of executors is read again before a choice when it is older than this. */
const KNOWN_FOR_MS = 500;

export interface RouterOptions {
  readonly tenant: string;
  readonly executors: Pick<IMoExecutorStore, "list">;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
  readonly clock: Clock;
  /** Shows which runs have ended since the heartbeat of their executor. @default that is known with the next heartbeat */
  readonly instances?: Pick<IMoInstanceStore, "get">;
}

/** A run before it is recorded. */
export interface UnroutedRun {
  readonly id: string;
  readonly definition: JobDefinition;
  readonly args: JsonValue;
  /** The shard of a broadcast that it repeats. @default it is a whole run */
  readonly repeats?: RunRouting;
}

const ANY: ExecutorRule = { minVersion: "", labels: {} };

/** The run may go to no other executor than the one that is gone. */
export const EXECUTOR_GONE = "gone";

/** Whether somebody chooses the worker of a job's runs. Where a runner has executors of its own, the worker that calls them chooses. */
export function isRouted({ options, work }: Pick<JobDefinition, "options" | "work">): boolean {
  return options.routing.strategy !== RoutingStrategy.Any && rulesOf(work).choosesExecutor !== true;
}

/** Whether a run of the job becomes one for each executor. */
export function isBroadcast({ options, work }: Pick<JobDefinition, "options" | "work">): boolean {
  return rulesOf(work).isBroadcast?.(work) === true || options.routing.strategy === RoutingStrategy.Broadcast;
}

/** Whether any worker may begin a run of the job by itself: nobody chooses one, and it does not become one for each executor. */
export function isForAny(definition: Pick<JobDefinition, "options" | "work">): boolean {
  return !isRouted(definition) && !isBroadcast(definition);
}

/** Chooses the executors of runs among those that are alive, which it reads from the store twice a second at most. */
export class Router {
  readonly #options: RouterOptions;
  readonly #history = new RoutingHistory();
  readonly #candidatesOf = new Map<JobDefinition, readonly Candidate[]>();
  #alive: readonly ExecutorRecord[] = [];
  #readAtMs = -Infinity;
  #reading: Promise<void> | null = null;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  /** How each run is routed; `null` for those of jobs that any worker may take, which costs nothing. */
  async choose(runs: readonly UnroutedRun[]): Promise<readonly (RunRouting | null)[]> {
    if (runs.some(({ definition, repeats }) => isRouted(definition) || repeats !== undefined))
      await this.#refresh();
    await this.#seeEnds(runs);
    return runs.map((run) =>
      run.repeats === undefined ? this.#choose(run, []) : this.#place(run.repeats, run.definition),
    );
  }

  /** The executors that get a shard of a broadcast: all that are alive now and can run the job. */
  async all(definition: JobDefinition): Promise<readonly NamedExecutor[]> {
    await this.read();
    return this.#candidates(definition).map(named);
  }

  /**
   * How each recorded run is routed from now on: as it was where its executor can still run it, else to another one, or `EXECUTOR_GONE`
   * where its job wants no other for a shard.
   */
  async chooseAgain(
    instances: readonly JobInstance[],
  ): Promise<readonly (RunRouting | typeof EXECUTOR_GONE | null)[]> {
    const definitions = await this.#definitionsOf(instances);
    if (definitions.size > 0) await this.#refresh();
    await this.#seeEnds([...definitions.values()].map((definition) => ({ definition })));
    return instances.map((instance) => {
      const { id, args, jobKey, routing } = instance;
      const definition = definitions.get(jobKey);
      if (routing === null || definition === undefined) return routing;
      const { refused } = routing;
      const executor = workerOf(routing);
      if (this.#stays(routing, definition)) return routing;
      if (routing.shard !== undefined)
        return executor !== null && definition.options.routing.whenGone === WhenGone.Fail
          ? EXECUTOR_GONE
          : this.#place(routing, definition);
      return this.#choose({ id, definition, args }, [...refused, ...this.#lost(executor, definition)]);
    });
  }

  /** The runs whose executor can no longer run them. */
  async misplaced(instances: readonly JobInstance[]): Promise<readonly JobInstance[]> {
    const definitions = await this.#definitionsOf(instances);
    if (definitions.size === 0) return [];
    // After the runs were read: an executor that came meanwhile is not gone.
    await this.read();
    return instances.filter(({ jobKey, routing }) => {
      const definition = definitions.get(jobKey);
      const executor = workerOf(routing);
      return executor !== null && definition !== undefined && !this.#isThere(executor, definition);
    });
  }

  /** The executors that are alive, read now. */
  async read(): Promise<readonly ExecutorRecord[]> {
    const { tenant, executors, clock } = this.#options;
    const readAtMs = clock.monotonicMs();
    const seenSince = new Date(clock.now().getTime() - WORKER_SILENT_MS);
    this.#alive = await executors.list(tenant, seenSince);
    this.#readAtMs = readAtMs;
    this.#candidatesOf.clear();
    this.#history.update(this.#alive);
    return this.#alive;
  }

  /** The jobs of those runs that somebody chose an executor for. */
  async #definitionsOf(instances: readonly JobInstance[]): Promise<ReadonlyMap<string, JobDefinition>> {
    const keys = new Set<string>();
    for (const { jobKey, routing } of instances)
      if (routing !== null && (routing.executor === null || workerOf(routing) !== null)) keys.add(jobKey);
    return keys.size === 0 ? new Map() : this.#options.cache.getMany([...keys]);
  }

  /** Whether it goes where it went before. */
  #stays(routing: RunRouting, definition: JobDefinition): boolean {
    const worker = workerOf(routing);
    return worker === null ? routing.executor !== null : this.#isThere(worker, definition);
  }

  /** The executor that a run had, with why it does not have it any more. */
  #lost(executor: NamedExecutor | null, { app, work, options }: JobDefinition): readonly RefusedExecutor[] {
    if (executor === null) return [];
    const left = this.#alive.find(({ id }) => id === executor.id);
    const mayNot = left !== undefined && canRun(left, { app, work, options: { ...options, executors: ANY } });
    return [{ ...executor, why: mayNot ? RefusalCode.Rule : RefusalCode.Gone }];
  }

  #isThere({ id }: NamedExecutor, definition: JobDefinition): boolean {
    return this.#candidates(definition).some((candidate) => candidate.id === id);
  }

  /** Runs that have ended since the heartbeat of their executor do not make it busy. */
  async #seeEnds(runs: readonly Pick<UnroutedRun, "definition">[]): Promise<void> {
    const { tenant, instances } = this.#options;
    const jobs = new Set(
      runs.flatMap(({ definition }) =>
        definition.options.routing.strategy === RoutingStrategy.Busyover ? [definition] : [],
      ),
    );
    if (jobs.size === 0 || instances === undefined) return;
    const { sent } = this.#history;
    const busy = [...jobs]
      .flatMap((definition) => this.#candidates(definition))
      .filter((candidate) => isBusy(candidate, sent.counts));
    const ids = sent.open([...new Set(busy.map(({ id }) => id))]);
    if (ids.length > 0) sent.look(await instances.get(tenant, ids));
  }

  async #refresh(): Promise<void> {
    if (this.#options.clock.monotonicMs() - this.#readAtMs < KNOWN_FOR_MS) return;
    await (this.#reading ??= this.read()
      .then(() => {})
      .finally(() => (this.#reading = null)));
  }

  /** As they were when the executors were read: many runs of one job come together. */
  #candidates(definition: JobDefinition): readonly Candidate[] {
    const known = this.#candidatesOf.get(definition);
    if (known !== undefined) return known;
    const candidates = candidatesOf(this.#alive, definition, this.#options.clock.now());
    this.#candidatesOf.set(definition, candidates);
    return candidates;
  }

  #choose({ id, definition, args }: UnroutedRun, refused: readonly RefusedExecutor[]): RunRouting | null {
    const { strategy, by } = definition.options.routing;
    if (!isRouted(definition)) return null;
    if (strategy === RoutingStrategy.Any || strategy === RoutingStrategy.Broadcast) return null;
    const [first, ...others] = this.#candidates(definition);
    if (first === undefined) return { strategy, executor: null, refused: latestRefused(refused) };
    const { chosen, passedOver } = this.#ask(strategy, {
      id,
      jobKey: definition.key,
      value: keyOfArgs(by === "" ? "args" : by, args),
      candidates: [first, ...others],
    });
    if (chosen !== null) this.#history.note(definition.key, chosen.id, id);
    return {
      strategy,
      executor: chosen && named(chosen),
      refused: latestRefused([
        ...refused,
        ...passedOver.map(({ candidate, why }) => ({ ...named(candidate), why })),
      ]),
    };
  }

  /** A shard stays with its executor; where that is gone, those that are left share such shards by their indexes. */
  #place(routing: RunRouting, definition: JobDefinition): RunRouting {
    const { executor, refused, shard } = routing;
    if (this.#stays(routing, definition)) return routing;
    const candidates = this.#candidates(definition);
    const next = candidates[(shard?.index ?? 0) % Math.max(candidates.length, 1)];
    return {
      ...routing,
      executor: next === undefined ? null : named(next),
      refused: latestRefused([...refused, ...this.#lost(executor, definition)]),
    };
  }

  #ask(strategy: ChoosingStrategy, { id, jobKey, value, candidates }: Asked): Choice {
    const memory = this.#history.of(jobKey, () => Math.floor(shareOf(id) * candidates.length));
    return route(strategy, { runId: id, jobKey, value, candidates, memory });
  }
}

interface Asked {
  readonly id: string;
  readonly jobKey: string;
  readonly value: string;
  readonly candidates: readonly [Candidate, ...Candidate[]];
}

function named({ id, name, address }: NamedExecutor): NamedExecutor {
  return { id, name, ...(address !== undefined && { address }) };
}

import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import { retriesOf } from "@mojob/core/engine";
import {
  checkScript,
  type IMoWorkRunner,
  type JsonValue,
  type NamedExecutor,
  RefusalCode,
  type RegisteredKind,
  RoutingStrategy,
  WhenGone,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";
import type { ExecutorClient } from "./executor-client.ts";
import type { XxlApp } from "./gateway-options.ts";
import { runOnExecutor } from "./runs/executor-run.ts";
import { namedNode } from "./nodes/executor-id.ts";
import type { NodeChoice } from "./nodes/node-choice.ts";
import type { ExecutorRun, RunParts } from "./runs/run-parts.ts";
import type { LogIds } from "./runs/log-ids.ts";
import { GlueType, isXxlWork, XXL_KIND, type XxlWork } from "./work/xxl-work.ts";

/** Runs jobs on the executors of XXL-JOB. */
export class XxlRunner implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = XXL_KIND;
  readonly handlers: readonly string[] = [];
  readonly #parts: RunParts;
  readonly #choice: NodeChoice;
  readonly #logIds: LogIds;

  constructor(parts: RunParts, choice: NodeChoice, logIds: LogIds) {
    this.#parts = parts;
    this.#choice = choice;
    this.#logIds = logIds;
  }

  /** The app names whose executors it can call now. */
  get names(): readonly string[] {
    return [...this.#parts.options.apps.values()].filter((app) => this.#reaches(app)).map(({ name }) => name);
  }

  /** Runs that come while it closes are for other workers. */
  canRun(definition: JobDefinition): boolean {
    if (this.#parts.closing.aborted) return false;
    const app = isXxlWork(definition.work) ? this.#appOf(definition, definition.work) : undefined;
    return app !== undefined && this.#reaches(app);
  }

  /** Executors with issued tokens are called by the process that they registered with: their runs are left to that one. */
  #reaches({ name, token }: XxlApp): boolean {
    return token !== null || this.#parts.directory.addresses(name).length > 0;
  }

  async run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { definition, instance, context } = attempt;
    const { work, key } = definition;
    const app = isXxlWork(work) ? this.#appOf(definition, work) : undefined;
    if (!isXxlWork(work) || app === undefined)
      throw new NonRetryableError(`Cannot run job "${key}": its XXL-JOB app is not configured here`);
    const isGlue = (work.glueType ?? GlueType.Bean) !== GlueType.Bean;
    if (isGlue && !app.glue)
      throw new NonRetryableError(
        `Cannot run job "${key}": XXL-JOB app "${app.name}" is not sent source text; "glue" allows it`,
      );
    const script = await checkScript(definition);
    // Each attempt since its admission was a retry that followed at once.
    const retry = retriesOf(instance) + context.attempt - instance.attempt;
    const { tenant, instanceId, shard } = context;
    const logId = await this.#logIds.of({ tenant, instanceId, retry, shard: shard.index });
    const { strategy } = definition.options.routing;
    return runOnExecutor(
      {
        app,
        client: this.#parts.clients.get(app.name) as ExecutorClient,
        definition,
        work,
        context,
        shard,
        logId,
        glueVersion: script === null ? 0 : Number.parseInt(script.hash.slice(0, 12), 16),
        // An attempt before this one may have sent it.
        entry: context.attempt === 1 ? null : await this.#parts.entries.find(logId),
        ...this.#targetOf(app, attempt),
        onSending: async (address, unreachable) => {
          const named = (one: string): Promise<NamedExecutor> =>
            namedNode({ appName: app.name, address: one });
          const refused = await Promise.all(
            [...unreachable].map(async (one) => ({ ...(await named(one)), why: RefusalCode.Unreachable })),
          );
          attempt.noteExecutor?.({
            strategy: strategy === RoutingStrategy.Any ? RoutingStrategy.Round : strategy,
            executor: await named(address),
            refused,
          });
        },
      },
      this.#parts,
    );
  }

  /** Waits for one where none is there, for a while. @throws the reason of a gateway that closes */
  async executorsFor(definition: JobDefinition): Promise<readonly NamedExecutor[]> {
    const { work } = definition;
    const app = isXxlWork(work) ? this.#appOf(definition, work) : undefined;
    if (app === undefined) return [];
    const { directory, options, closing } = this.#parts;
    const giveUpAtMs = options.clock.monotonicMs() + options.waitForExecutorMs;
    for (;;) {
      const addresses = directory.addresses(app.name);
      const leftMs = giveUpAtMs - options.clock.monotonicMs();
      if (addresses.length > 0 || leftMs <= 0)
        return Promise.all(addresses.toSorted().map((address) => namedNode({ appName: app.name, address })));
      await directory.changed(leftMs, closing);
      closing.throwIfAborted();
    }
  }

  /** Where an attempt goes: a shard of a broadcast to its executor, anything else where the job's routing says. */
  #targetOf(
    app: XxlApp,
    { definition, instance, context }: WorkAttempt<JobContext>,
  ): Pick<ExecutorRun, "candidates" | "missing"> {
    const { directory } = this.#parts;
    const missing = (): WorkError => new WorkError(WorkErrorCode.ExecutorMissing, { name: app.name });
    const own = instance.routing?.shard && instance.routing.executor?.address;
    if (own === undefined) {
      const { instanceId, args } = context;
      return { candidates: () => this.#choice.order(app.name, definition, instanceId, args), missing };
    }
    const { index } = context.shard;
    if (definition.options.routing.whenGone !== WhenGone.Fail)
      return { candidates: () => inOrder(directory.addresses(app.name), own, index), missing };
    const gone = (): WorkError => new WorkError(WorkErrorCode.ExecutorGone, { name: own });
    const candidates = (): readonly string[] => {
      if (!directory.addresses(app.name).includes(own)) throw gone();
      return [own];
    };
    return { candidates, missing: gone };
  }

  #appOf({ app }: Pick<JobDefinition, "app">, { appName }: XxlWork): XxlApp | undefined {
    return this.#parts.options.apps.get(appName ?? app);
  }
}

/** Its own executor, and then the others, of which each shard begins with another one. */
function inOrder(addresses: readonly string[], own: string, index: number): readonly string[] {
  const start = addresses.length === 0 ? 0 : index % addresses.length;
  const others = [...addresses.slice(start), ...addresses.slice(0, start)];
  return addresses.includes(own) ? [own, ...others.filter((address) => address !== own)] : others;
}

import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import { retriesOf } from "@mojob/core/engine";
import {
  checkScript,
  GlueType,
  type IMoWorkRunner,
  type JsonValue,
  RoutingStrategy,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
  WorkKind,
  type XxlWork,
} from "@mojob/core/ports";
import type { ExecutorClient } from "./executor-client.ts";
import type { XxlApp } from "./gateway-options.ts";
import { runOnExecutor } from "./runs/executor-run.ts";
import type { NodeChoice } from "./nodes/node-choice.ts";
import type { ExecutorRun, RunParts } from "./runs/run-parts.ts";
import type { LogIds } from "./runs/log-ids.ts";

/** Runs jobs on the executors of XXL-JOB. */
export class XxlRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Xxl = WorkKind.Xxl;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly #parts: RunParts;
  readonly #choice: NodeChoice;
  readonly #logIds: LogIds;

  constructor(parts: RunParts, choice: NodeChoice, logIds: LogIds) {
    this.#parts = parts;
    this.#choice = choice;
    this.#logIds = logIds;
    this.names = [...parts.options.apps.keys()];
  }

  /** Runs that come while it closes are for other workers. */
  canRun(definition: JobDefinition): boolean {
    if (this.#parts.closing.aborted) return false;
    return definition.work.kind === WorkKind.Xxl && this.#appOf(definition, definition.work) !== undefined;
  }

  async run({ definition, instance, context }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { work, key } = definition;
    const app = work.kind === WorkKind.Xxl ? this.#appOf(definition, work) : undefined;
    if (work.kind !== WorkKind.Xxl || app === undefined)
      throw new NonRetryableError(`Cannot run job "${key}": its XXL-JOB app is not configured here`);
    const isGlue = (work.glueType ?? GlueType.Bean) !== GlueType.Bean;
    if (isGlue && !app.glue)
      throw new NonRetryableError(
        `Cannot run job "${key}": XXL-JOB app "${app.name}" is not sent source text; "glue" allows it`,
      );
    const script = await checkScript(definition);
    // Each attempt since its admission was a retry that followed at once.
    const retry = retriesOf(instance) + context.attempt - instance.attempt;
    const shared = {
      app,
      client: this.#parts.clients.get(app.name) as ExecutorClient,
      definition,
      work,
      context,
      glueVersion: script === null ? 0 : Number.parseInt(script.hash.slice(0, 12), 16),
    };
    const partOf = async (
      index: number,
      total: number,
      preferred: () => readonly string[],
    ): Promise<ExecutorRun> => {
      const { tenant, instanceId } = context;
      const logId = await this.#logIds.of({ tenant, instanceId, retry, shard: index });
      // An attempt before this one may have sent it.
      const entry = context.attempt === 1 ? null : await this.#parts.entries.find(logId);
      return {
        ...shared,
        shard: { index, total: entry?.total ?? total },
        logId,
        entry,
        candidates: preferred,
      };
    };
    if (work.broadcast !== true && definition.options.routing.strategy !== RoutingStrategy.Broadcast) {
      const { instanceId, args } = context;
      const chosen = (): readonly string[] => this.#choice.order(app.name, definition, instanceId, args);
      return runOnExecutor(await partOf(0, 1, chosen), this.#parts);
    }
    const addresses = await this.#addressesOf(app, context.signal);
    const first = await partOf(0, addresses.length, () => inOrder(addresses, 0));
    const { total } = first.shard;
    const others = Array.from({ length: total - 1 }, (_, index) =>
      partOf(index + 1, total, () => inOrder(addresses, index + 1)),
    );
    return broadcast([first, ...(await Promise.all(others))], this.#parts);
  }

  #appOf({ app }: Pick<JobDefinition, "app">, { appName }: XxlWork): XxlApp | undefined {
    return this.#parts.options.apps.get(appName ?? app);
  }

  /** @throws WorkError `executor_missing`; the signal's reason */
  async #addressesOf({ name }: XxlApp, signal: AbortSignal): Promise<readonly string[]> {
    const { directory, options } = this.#parts;
    const giveUpAtMs = options.clock.monotonicMs() + options.waitForExecutorMs;
    for (;;) {
      const addresses = directory.addresses(name);
      if (addresses.length > 0) return addresses;
      const leftMs = giveUpAtMs - options.clock.monotonicMs();
      if (leftMs <= 0) throw new WorkError(WorkErrorCode.ExecutorMissing, { name });
      await directory.changed(leftMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Every part to its end; the first that failed fails the run. */
async function broadcast(parts: readonly ExecutorRun[], shared: RunParts): Promise<JsonValue> {
  const ends = await Promise.allSettled(parts.map((part) => runOnExecutor(part, shared)));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ends.map((end) => (end.status === "fulfilled" ? end.value : null));
}

/** The list from one place on, and then what was before it. */
function inOrder(addresses: readonly string[], place: number): readonly string[] {
  const start = addresses.length === 0 ? 0 : place % addresses.length;
  return [...addresses.slice(start), ...addresses.slice(0, start)];
}

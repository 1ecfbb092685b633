import type { JobContext, JobDefinition } from "@mojob/core";
import { Isolation } from "@mojob/core/engine";
import { type IMoWorkRunner, type WorkAttempt, WorkKind } from "@mojob/core/ports";
import type { ThreadPool } from "./pool/thread-pool.ts";

/** Runs isolated jobs, each attempt in a thread that it has to itself. */
export class ThreadRunner implements IMoWorkRunner<JobContext> {
  readonly kind: typeof WorkKind.Code = WorkKind.Code;
  readonly #modules: ReadonlyMap<string, string>;
  readonly #pool: ThreadPool;

  /** @param modules the URL of the module that exports each job, by handler */
  constructor(modules: ReadonlyMap<string, string>, pool: ThreadPool) {
    this.#modules = modules;
    this.#pool = pool;
    if (modules.size > 0) pool.warmUp();
  }

  get handlers(): readonly string[] {
    return [...this.#modules.keys()];
  }

  canRun(definition: JobDefinition): boolean {
    return definition.options.isolation === Isolation.Thread && this.#moduleOf(definition) !== undefined;
  }

  async run({
    definition,
    instance,
    context,
    noteUsage,
    onAbandon,
  }: WorkAttempt<JobContext>): Promise<unknown> {
    const module = this.#moduleOf(definition) ?? "";
    const { tenant, scope, principal, hasWorkflows } = context.scheduler;
    const { attempt, instanceId } = context;
    const attemptId = `${tenant}/${instanceId}/${attempt}`;
    const scheduler = { tenant, scope, principal, hasWorkflows };
    const thread = await this.#pool.take(context.signal);
    try {
      return await thread.run(
        {
          attemptId,
          module,
          definition,
          instance,
          attempt,
          ...(context.callbackUrl !== undefined && { callbackUrl: context.callbackUrl }),
          scheduler,
          ...(noteUsage !== undefined && { isMeasured: true }),
        },
        context,
        onAbandon,
        // Threads share their memory with the process.
        noteUsage && ((cpuMs) => noteUsage({ cpuMs, peakMemoryBytes: null })),
      );
    } finally {
      this.#pool.giveBack(thread);
    }
  }

  #moduleOf({ work }: JobDefinition): string | undefined {
    return work.kind === WorkKind.Code ? this.#modules.get(work.handler) : undefined;
  }
}

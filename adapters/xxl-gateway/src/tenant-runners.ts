import type { JobContext, JobDefinition } from "@mojob/core";
import type { IMoWorkRunner, JsonValue, NamedExecutor, RegisteredKind, WorkAttempt } from "@mojob/core/ports";
import { XXL_KIND } from "./work/xxl-work.ts";
import type { XxlRunner } from "./xxl-runner.ts";

/** The runners of all tenants, of which each runs its tenant's jobs alone. */
export class TenantRunners implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = XXL_KIND;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[];
  readonly #runners: ReadonlyMap<string, XxlRunner>;

  constructor(runners: ReadonlyMap<string, XxlRunner>) {
    this.#runners = runners;
    this.names = [...new Set([...runners.values()].flatMap(({ names }) => names))];
  }

  ofTenant(tenant: string): IMoWorkRunner<JobContext> | null {
    return this.#runners.get(tenant) ?? null;
  }

  canRun(definition: JobDefinition): boolean {
    return this.#runners.get(definition.tenant)?.canRun(definition) ?? false;
  }

  async executorsFor(definition: JobDefinition): Promise<readonly NamedExecutor[]> {
    return (await this.#runners.get(definition.tenant)?.executorsFor(definition)) ?? [];
  }

  run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { tenant, key } = attempt.definition;
    const runner = this.#runners.get(tenant);
    if (runner === undefined)
      return Promise.reject(
        new Error(`Cannot run job "${key}": tenant "${tenant}" has no executors of XXL-JOB here`),
      );
    return runner.run(attempt);
  }
}

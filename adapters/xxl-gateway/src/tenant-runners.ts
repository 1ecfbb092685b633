import type { JobContext, JobDefinition } from "@mojob/core";
import type { IMoWorkRunner, JsonValue, NamedExecutor, RegisteredKind, WorkAttempt } from "@mojob/core/ports";
import { XXL_KIND } from "./work/xxl-work.ts";
import type { XxlRunner } from "./xxl-runner.ts";

/** The runners of all tenants, of which each runs its tenant's jobs alone. */
export class TenantRunners implements IMoWorkRunner<JobContext> {
  readonly kind: RegisteredKind = XXL_KIND;
  readonly handlers: readonly string[] = [];
  readonly #runners: ReadonlyMap<string, { readonly runner: XxlRunner }>;
  readonly #open: (tenant: string) => void;

  /** @param open makes that of a tenant that is served from now on, where it can have one */
  constructor(runners: ReadonlyMap<string, { readonly runner: XxlRunner }>, open: (tenant: string) => void) {
    this.#runners = runners;
    this.#open = open;
  }

  get names(): readonly string[] {
    return [...new Set([...this.#runners.values()].flatMap(({ runner }) => runner.names))];
  }

  ofTenant(tenant: string): IMoWorkRunner<JobContext> | null {
    this.#open(tenant);
    return this.#of(tenant) ?? null;
  }

  canRun(definition: JobDefinition): boolean {
    return this.#of(definition.tenant)?.canRun(definition) ?? false;
  }

  async executorsFor(definition: JobDefinition): Promise<readonly NamedExecutor[]> {
    return (await this.#of(definition.tenant)?.executorsFor(definition)) ?? [];
  }

  run(attempt: WorkAttempt<JobContext>): Promise<JsonValue> {
    const { tenant, key } = attempt.definition;
    const runner = this.#of(tenant);
    if (runner === undefined)
      return Promise.reject(
        new Error(`Cannot run job "${key}": tenant "${tenant}" has no executors of XXL-JOB here`),
      );
    return runner.run(attempt);
  }

  #of(tenant: string): XxlRunner | undefined {
    return this.#runners.get(tenant)?.runner;
  }
}

import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import type { Clock } from "../base/clock.ts";
import type { IMoDefinitionStore, RegisteredDefinition } from "../ports/metadata-store.ts";
import type { JobDefinitionCache } from "./definition-cache.ts";
import type { JobDefinition } from "./job-definition.ts";
import type { DeclaredJob, JobRegistry, RegistrationResult } from "./job-registry.ts";
import { differingOptions } from "./resolve-options.ts";

export interface StoreRegistryOptions {
  readonly tenant: string;
  readonly store: IMoDefinitionStore;
  readonly cache: JobDefinitionCache;
  readonly clock: Clock;
}

/** The registry over a metadata store: the first registration writes, every later one is compared. */
export function createJobRegistry({ tenant, store, cache, clock }: StoreRegistryOptions): JobRegistry {
  return {
    async check(keys) {
      const known = new Set((await store.getMany(tenant, keys)).map(({ key }) => key));
      return keys.filter((key) => !known.has(key));
    },
    async register(app, jobs) {
      assertNoTwins(jobs);
      const stored = await store.register(jobs.map((job) => define(tenant, app, job, clock.now())));
      await cache.announceNew(stored.map(({ definition }) => definition));
      return jobs.map((job, index) => compare(app, job, stored[index] as RegisteredDefinition));
    },
  };
}

function define(tenant: string, app: string, job: DeclaredJob, now: Date): JobDefinition {
  return {
    tenant,
    app,
    key: job.key,
    kind: job.kind,
    revision: 1,
    options: job.options,
    declared: job.options,
    argsSchema: job.argsSchema,
    pause: null,
    scheduledSince: now,
    createdAt: now,
    updatedAt: now,
  };
}

function compare(
  app: string,
  job: DeclaredJob,
  { definition, created }: RegisteredDefinition,
): RegistrationResult {
  const { key } = job;
  if (created) return { key, outcome: "registered", definition };
  if (definition.app !== app) {
    return {
      key,
      outcome: "refused",
      message: `Job "${key}" belongs to app "${definition.app}", not to "${app}"`,
    };
  }
  if (definition.kind !== job.kind) {
    return {
      key,
      outcome: "refused",
      message: `Job "${key}" is stored as ${definition.kind}, the code says ${job.kind}`,
    };
  }
  const fields = differingOptions(job.options, definition.options).map(({ field }) => field);
  return fields.length === 0
    ? { key, outcome: "unchanged", definition }
    : { key, outcome: "differs", definition, fields };
}

function assertNoTwins(jobs: readonly DeclaredJob[]): void {
  const seen = new Set<string>();
  for (const { key } of jobs) {
    if (seen.has(key)) {
      throw new MoJobError(
        MoJobErrorCode.JobKeyTaken,
        `Cannot register job "${key}" twice: a key names one job`,
      );
    }
    seen.add(key);
  }
}

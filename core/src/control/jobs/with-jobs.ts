import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { JobDefaults } from "../../model/option/job-options.ts";
import type { JobRegistry } from "../../scheduler/job-registry.ts";
import type { JobDefinition } from "../../model/job-definition.ts";

/** How jobs are looked up. */
export type JobLookup = Pick<JobDefinitionCache, "get" | "getAll" | "getMany" | "hasTasks" | "tenant">;

/** The jobs there are, with others as if they were stored, too. */
export function withJobs(
  cache: JobDefinitionCache,
  alongside: ReadonlyMap<string, JobDefinition>,
): JobLookup {
  if (alongside.size === 0) return cache;
  const { tenant, hasTasks } = cache;
  return {
    tenant,
    hasTasks,
    get: (key) => {
      const job = alongside.get(key);
      return job === undefined ? cache.get(key) : Promise.resolve(job);
    },
    async getAll() {
      const stored = (await cache.getAll()).filter(({ key }) => !alongside.has(key));
      return [...stored, ...alongside.values()];
    },
    async getMany(keys) {
      const found = new Map(await cache.getMany(keys.filter((key) => !alongside.has(key))));
      for (const key of keys) {
        const job = alongside.get(key);
        if (job !== undefined) found.set(key, job);
      }
      return found;
    },
  };
}

/** The registry, as if these were the stored defaults of the tenant. */
export function withDefaults(
  registry: Pick<JobRegistry, "declare" | "defaults">,
  ofTenant: JobDefaults | undefined,
): Pick<JobRegistry, "declare" | "defaults"> {
  if (ofTenant === undefined) return registry;
  return {
    declare: (job, defaults) => registry.declare(job, defaults),
    defaults: () => registry.defaults(ofTenant),
  };
}

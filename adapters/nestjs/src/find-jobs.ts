import { defineRecurringJob, defineTriggeredJob, type JobContext, type JobRegistration } from "@mojob/core";
import { ContextIdFactory, type DiscoveryService, type ModuleRef } from "@nestjs/core";
import { type DeclaredMethod, jobsOfClass } from "./job.ts";

/** A provider as DiscoveryService shows it. */
type ProviderWrapper = ReturnType<DiscoveryService["getProviders"]>[number];
type JobMethod = (...given: readonly unknown[]) => unknown;

/** Options that make a job a recurring one. */
const SCHEDULES: readonly string[] = ["cron", "everyMs", "schedules"];

/** The jobs of all providers, each once. */
export function findJobs(discovery: DiscoveryService, modules: ModuleRef): readonly JobRegistration[] {
  const jobs = new Map<string, JobRegistration>();
  for (const wrapper of discovery.getProviders())
    for (const declared of jobsOfClass(wrapper.metatype)) {
      const { key } = declared.options;
      // A provider that several modules provide is one job.
      if (!jobs.has(key)) jobs.set(key, registrationOf(wrapper, declared, modules));
    }
  return [...jobs.values()];
}

function registrationOf(
  wrapper: ProviderWrapper,
  { method, options }: DeclaredMethod,
  modules: ModuleRef,
): JobRegistration {
  const call = async (...given: readonly unknown[]): Promise<unknown> => {
    const provider = await instanceOf(wrapper, modules);
    return (provider[method] as JobMethod).call(provider, ...given);
  };
  return SCHEDULES.some((name) => Object.hasOwn(options, name))
    ? defineRecurringJob({ ...options, execute: (context: JobContext) => call(context) })
    : defineTriggeredJob({ ...options, execute: (args: unknown, context) => call(args, context) });
}

/** The provider's one instance; of a request-scoped or transient one a new instance for each run. */
async function instanceOf(wrapper: ProviderWrapper, modules: ModuleRef): Promise<Record<string, unknown>> {
  if (wrapper.isDependencyTreeStatic() && !wrapper.isTransient)
    return wrapper.instance as Record<string, unknown>;
  return await modules.resolve(wrapper.token, ContextIdFactory.create(), { strict: false });
}

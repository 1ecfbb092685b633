import type { JobDefinition } from "@mojob/core";
import type { NodeHost } from "@mojob/core/feature";

/** Gives each of these jobs a worker that begins its run, as long as there are any: the others are handed over. */
export function hostsOf(
  jobs: readonly JobDefinition[],
  hosts: readonly NodeHost[],
): readonly (NodeHost | null)[] {
  const free = new Set(hosts);
  return jobs.map((job) => {
    for (const host of free) {
      if (host.app !== job.app || host.intake.capacity <= 0 || !host.intake.canRun(job)) continue;
      free.delete(host);
      return host;
    }
    return null;
  });
}

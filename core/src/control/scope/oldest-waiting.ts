import type { AppSet } from "../../access/app-set.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import { inEach } from "./scoped-query.ts";

/** The run of each of these apps that has waited longest, or of all apps together; the oldest first. */
export async function oldestWaiting(
  instances: Pick<IMoInstanceStore, "findOpen">,
  tenant: string,
  apps: AppSet,
  now: Date,
): Promise<readonly JobInstance[]> {
  const found = await inEach(apps, (app) =>
    instances.findOpen(
      { tenant, ...(app !== undefined && { app }), states: [JobState.Enqueued], unmovedSince: now },
      { limit: 1 },
    ),
  );
  return found
    .flatMap(({ items }) => items)
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .slice(0, 1);
}

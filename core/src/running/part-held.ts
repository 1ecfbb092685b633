import type { Clock } from "../base/clock.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { isHeldBack, isPaused } from "../model/waiting/pause-in-force.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

export interface PartHeldOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
  readonly clock: Clock;
}

interface Requested {
  readonly request: ExecutionRequest;
  readonly definition: JobDefinition;
}

/** Parts requests into those that may begin and those that a pause holds; runs are read only where a job is paused. */
export async function partHeld<Item extends Requested>(
  items: readonly Item[],
  { tenant, store, clock }: PartHeldOptions,
): Promise<{ readonly may: readonly Item[]; readonly held: readonly Item[] }> {
  const now = clock.now();
  const ofPaused = items.filter(({ definition }) => isPaused(definition, now));
  if (ofPaused.length === 0) return { may: items, held: [] };
  const ids = ofPaused.map(({ request }) => request.instanceId);
  const runs = await store.instances.get(tenant, ids);
  const held = new Set(
    ofPaused.filter(({ definition }, index) => {
      const run = runs[index] ?? null;
      return run !== null && isHeldBack(run, definition, now);
    }),
  );
  return { may: items.filter((item) => !held.has(item)), held: [...held] };
}

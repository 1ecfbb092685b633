import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { isHeldBack, isPaused } from "../model/waiting/pause-in-force.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";
import type { Refusals } from "./refusals.ts";

export interface PartHeldOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
  readonly clock: Clock;
}

interface Requested {
  readonly request: ExecutionRequest;
  readonly definition: JobDefinition;
}

/**
 * Has a run wait until its job is resumed; resolves to whether that has happened meanwhile. The resuming has then handed over what was
 * marked by then, and maybe not this run.
 */
export async function markHeld(
  request: ExecutionRequest,
  refuse: Pick<Refusals, "held">,
  options: PartHeldOptions & { readonly cache: Pick<JobDefinitionCache, "get"> },
): Promise<boolean> {
  await refuse.held(request);
  const definition = await options.cache.get(request.jobKey);
  if (definition === null) return false;
  const { held } = await partHeld([{ request, definition }], options);
  return held.length === 0;
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

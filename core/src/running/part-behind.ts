import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { Unique } from "../model/option/value/unique.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";
import { runsInTheWay } from "../dispatch/waiting/runs-in-the-way.ts";
import type { Refusals } from "./refusals.ts";

export interface PartBehindOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
}

interface Requested {
  readonly request: ExecutionRequest;
  readonly definition: JobDefinition;
}

/** A request for a run that waits for another one to end. */
export interface Behind {
  readonly request: ExecutionRequest;
  /** The id of the other one. */
  readonly other: string;
}

/** Has a run wait for the end of another one; resolves to whether that has ended meanwhile, and has found nobody waiting. */
export async function markBehind(
  { request, other }: Behind,
  refuse: Pick<Refusals, "behind">,
  options: PartBehindOptions & { readonly cache: Pick<JobDefinitionCache, "get"> },
): Promise<boolean> {
  await refuse.behind(request, other);
  const definition = await options.cache.get(request.jobKey);
  if (definition === null) return false;
  const { behind } = await partBehind([{ request, definition }], options);
  return behind.length === 0;
}

/**
 * Parts requests into those that may begin and those whose unique key a run had that is still open; runs are read only of jobs that
 * replace. What begins while no other run has begun cannot be overtaken: the key that another would leave is its own.
 */
export async function partBehind<Item extends Requested>(
  items: readonly Item[],
  { tenant, store }: PartBehindOptions,
): Promise<{ readonly may: readonly Item[]; readonly behind: readonly Behind[] }> {
  const asked = items.filter(
    ({ request, definition }) => request.attempt === 1 && definition.options.unique === Unique.Replace,
  );
  if (asked.length === 0) return { may: items, behind: [] };
  const ids = asked.map(({ request }) => request.instanceId);
  const runs = (await store.instances.get(tenant, ids)).filter((run) => run !== null);
  const others = await runsInTheWay(runs, tenant, store.instances);
  const otherOf = new Map(runs.map(({ id }, index) => [id, others[index]?.id]));
  const behind = asked.flatMap(({ request }) => {
    const other = otherOf.get(request.instanceId);
    return other === undefined ? [] : [{ request, other }];
  });
  const isBehind = new Set(behind.map(({ request }) => request));
  return { may: items.filter(({ request }) => !isBehind.has(request)), behind };
}

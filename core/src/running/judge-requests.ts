import type { Clock } from "../base/clock.ts";
import type { DebugMode } from "../dispatch/debug-mode.ts";
import { runsInTheWay } from "../dispatch/runs-in-the-way.ts";
import { closedGates, type ClosedGate, firstClosed, gatesOf } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import { ANY_NEXT_RUN } from "../model/begin/situation.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";

export interface JudgeRequestsOptions {
  readonly tenant: string;
  readonly store: Pick<IMoJobScheduleMetadataStore, "instances">;
  readonly debugMode: Pick<DebugMode, "read">;
  readonly clock: Clock;
}

/** A request for a run of a job that this worker may begin. */
export interface Requested {
  readonly request: ExecutionRequest;
  readonly definition: JobDefinition;
}

const OPEN: readonly ClosedGate[] = [];

/**
 * The gates that are closed for each run, in order: its lane is not asked. A run is read only where a gate may be closed for one of its
 * job. What begins while no other run of its unique key has begun cannot be overtaken: the key that another would leave is its own.
 */
export async function judgeRequests(
  items: readonly Requested[],
  { tenant, store, debugMode, clock }: JudgeRequestsOptions,
): Promise<readonly (readonly ClosedGate[])[]> {
  const now = clock.now();
  const modes = await debugMode.read();
  const anyOf = new Map<JobDefinition, boolean>();
  const isAsked = (item: Requested): boolean => {
    if (mayWaitForOther(item)) return true;
    const { definition } = item;
    let isAny = anyOf.get(definition);
    if (isAny === undefined) {
      isAny = firstClosed({ job: definition, now, modes, run: ANY_NEXT_RUN.run }) !== null;
      anyOf.set(definition, isAny);
    }
    return isAny;
  };
  const asked = items.filter(isAsked);
  if (asked.length === 0) return items.map(() => OPEN);
  const ids = asked.map(({ request }) => request.instanceId);
  const runs = new Map((await store.instances.get(tenant, ids)).map((run, index) => [asked[index], run]));
  const unique = asked.flatMap((item) => {
    const run = runs.get(item) ?? null;
    return run !== null && mayWaitForOther(item) ? [{ item, run }] : [];
  });
  const found = await runsInTheWay(
    unique.map(({ run }) => run),
    tenant,
    store.instances,
  );
  const others = new Map(unique.map(({ item }, index) => [item, found[index] ?? null]));
  return items.map((item) => {
    const run = runs.get(item) ?? null;
    const other = others.get(item)?.id ?? null;
    return run === null ? OPEN : closedGates({ job: item.definition, now, modes, run, other });
  });
}

function mayWaitForOther({ definition, request }: Requested): boolean {
  return request.attempt === 1 && gatesOf(definition).includes(GATES.otherRun);
}

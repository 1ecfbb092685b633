import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { withScriptStamps } from "../definition/script/script-in-force.ts";
import type { JobContext } from "../job/job-context.ts";
import { type ClosedGate, firstClosed } from "../model/begin/closed-gates.ts";
import { GATES } from "../model/begin/gates.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { IMoJobScheduleMetadataStore } from "../ports/metadata-store.ts";
import type { ExecutionRequest } from "../model/execution-request.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import { judgeRequests, type JudgeRequestsOptions, type Requested } from "./judge-requests.ts";
import type { Refusals } from "./refusals.ts";
import { type Described, factsOf } from "./worker/worker-facts.ts";

/** A request that may be admitted, with its job and what runs it. */
export interface RunnableRequest extends Requested {
  readonly runner: IMoWorkRunner<JobContext>;
}

/** A request for a run that is to wait. */
export interface ParkedRequest {
  readonly request: ExecutionRequest;
  /** Writes that it waits; resolves to whether what it waits for has ended meanwhile. */
  readonly mark: () => Promise<boolean>;
}

export interface SortRequestsOptions extends JudgeRequestsOptions {
  readonly store: IMoJobScheduleMetadataStore;
  readonly cache: JobDefinitionCache;
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  /** The worker's description of itself. */
  readonly described: Described;
}

export interface SortedRequests {
  readonly runnable: readonly RunnableRequest[];
  /** The requests that may not begin: each resolves when that is written. */
  readonly refused: readonly Promise<void>[];
  /** The requests that wait until a gate opens. */
  readonly parked: readonly ParkedRequest[];
  /** The requests that nothing here runs, or that their jobs send to other workers. */
  readonly left: readonly ExecutionRequest[];
}

/** Parts requests into those that may be admitted, those that end without it, and those for other workers. */
export async function sortRequests(
  requests: readonly ExecutionRequest[],
  options: SortRequestsOptions,
  refuse: Pick<Refusals, "deleted" | "skip" | "wait">,
): Promise<SortedRequests> {
  const definitions = await options.cache.getMany([...new Set(requests.map(({ jobKey }) => jobKey))]);
  const jobs = jobsHere(await withScriptStamps(definitions), options);
  const candidates: RunnableRequest[] = [];
  const refused: Promise<void>[] = [];
  const left: ExecutionRequest[] = [];
  const parked: ParkedRequest[] = [];
  const turnAway = (request: ExecutionRequest, { gate, reason }: ClosedGate): void => {
    if (gate.effect === "elsewhere") left.push(request);
    else if (gate.effect === "wait")
      parked.push({ request, mark: () => park(request, { gate, reason }, options, refuse) });
    else refused.push(gate === GATES.removed ? refuse.deleted(request) : refuse.skip(request, reason));
  };
  for (const request of withoutRepeats(requests)) {
    const job = jobs.get(request.jobKey) ?? firstClosed({ job: null, now: options.clock.now() });
    if (job === null) continue;
    if ("gate" in job) turnAway(request, job);
    else candidates.push({ request, ...job });
  }
  // A run may have been delayed, waiting or to be retried when debug mode or a pause came into force.
  const closed = await judgeRequests(candidates, options);
  const runnable = candidates.filter(({ request }, index) => {
    const first = closed[index]?.[0];
    if (first !== undefined) turnAway(request, first);
    return first === undefined;
  });
  return { runnable, refused, parked, left };
}

type JobHere = Pick<RunnableRequest, "definition" | "runner">;

/** The runner of each job here, or the gate that keeps all runs of the job from this worker. */
function jobsHere(
  definitions: ReadonlyMap<string, JobDefinition>,
  { runners, described, clock }: SortRequestsOptions,
): ReadonlyMap<string, JobHere | ClosedGate> {
  const now = clock.now();
  const jobs = new Map<string, JobHere | ClosedGate>();
  for (const [key, definition] of definitions) {
    const runner = runners.find((one) => one.canRun(definition));
    const closed = firstClosed({ job: definition, now, worker: factsOf(described, runner !== undefined) });
    if (closed !== null) jobs.set(key, closed);
    else if (runner !== undefined) jobs.set(key, { definition, runner });
  }
  return jobs;
}

/** Writes that a run waits at a gate; resolves to whether that has opened meanwhile: what opened it has handed over what was marked by then, and maybe not this run. */
async function park(
  request: ExecutionRequest,
  { gate, reason }: ClosedGate,
  options: SortRequestsOptions,
  refuse: Pick<Refusals, "wait">,
): Promise<boolean> {
  await refuse.wait(request, reason);
  const definition = await options.cache.get(request.jobKey);
  if (definition === null) return false;
  const [closed = []] = await judgeRequests([{ request, definition }], options);
  return !closed.some((one) => one.gate === gate);
}

/** A batch may ask for an attempt twice; under their one claim the second would look like the first. */
function withoutRepeats(requests: readonly ExecutionRequest[]): Iterable<ExecutionRequest> {
  const ids = new Set(requests.map(({ instanceId }) => instanceId));
  if (ids.size === requests.length) return requests;
  return new Map(requests.map((request) => [`${request.instanceId}/${request.attempt}`, request])).values();
}

import type { Clock } from "../base/clock.ts";
import type { JobDefinitionCache } from "../definition/definition-cache.ts";
import { withScriptStamps } from "../definition/script-in-force.ts";
import type { JobContext } from "../job/job-context.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import { markBehind, partBehind } from "./part-behind.ts";
import { markHeld, partHeld } from "./part-held.ts";
import { meetsRule } from "../model/begin/meets-rule.ts";
import { partSuppressed, type PartSuppressedOptions } from "./part-suppressed.ts";
import type { Refusals } from "./refusals.ts";

/** A request that may be admitted, with its job and what runs it. */
export interface RunnableRequest {
  readonly request: ExecutionRequest;
  readonly definition: JobDefinition;
  readonly runner: IMoWorkRunner<JobContext>;
}

/** A request for a run that is to wait. */
export interface ParkedRequest {
  readonly request: ExecutionRequest;
  /** Writes that it waits; resolves to whether what it waits for has ended meanwhile. */
  readonly mark: () => Promise<boolean>;
}

export interface SortRequestsOptions extends PartSuppressedOptions {
  readonly clock: Clock;
  readonly cache: JobDefinitionCache;
  readonly runners: readonly IMoWorkRunner<JobContext>[];
  /** What the worker says of itself. */
  readonly described: Pick<ExecutorRecord, "version" | "labels">;
}

export interface SortedRequests {
  readonly runnable: readonly RunnableRequest[];
  /** Those that may not begin: each resolves when that is written. */
  readonly refused: readonly Promise<void>[];
  /** Those that a pause holds, and those that wait for the end of another run. */
  readonly parked: readonly ParkedRequest[];
  /** Those that nothing here runs, or that their jobs send to other workers. */
  readonly left: readonly ExecutionRequest[];
}

/** Parts requests into those that may be admitted, those that end without it, and those for other workers. */
export async function sortRequests(
  requests: readonly ExecutionRequest[],
  options: SortRequestsOptions,
  refuse: Refusals,
): Promise<SortedRequests> {
  const { cache, runners, described } = options;
  const definitions = await cache.getMany([...new Set(requests.map(({ jobKey }) => jobKey))]);
  const runnable: RunnableRequest[] = [];
  const refused: Promise<void>[] = [];
  const left: ExecutionRequest[] = [];
  const stamped = await withScriptStamps(definitions);
  for (const request of withoutRepeats(requests)) {
    const definition = stamped.get(request.jobKey);
    if (definition === undefined) {
      refused.push(refuse.deleted(request));
      continue;
    }
    const mayRun = meetsRule(described, definition.options.executors);
    const runner = mayRun ? runners.find((one) => one.canRun(definition)) : undefined;
    if (runner === undefined) left.push(request);
    else if (definition.options.disabled) refused.push(refuse.disabled(request));
    else runnable.push({ request, definition, runner });
  }
  // It may have been delayed, waiting or to be retried when debug mode came into force.
  const { may: unsuppressed, suppressed } = await partSuppressed(runnable, options);
  for (const { request, reason } of suppressed) refused.push(refuse.suppressed(request, reason));
  const { may: unheld, held } = await partHeld(unsuppressed, options);
  const { may, behind } = await partBehind(unheld, options);
  const parked = [
    ...held.map(({ request }) => ({ request, mark: () => markHeld(request, refuse, options) })),
    ...behind.map((one) => ({ request: one.request, mark: () => markBehind(one, refuse, options) })),
  ];
  return { runnable: may, refused, parked, left };
}

/** A batch may ask for an attempt twice; under their one claim the second would look like the first. */
function withoutRepeats(requests: readonly ExecutionRequest[]): Iterable<ExecutionRequest> {
  const ids = new Set(requests.map(({ instanceId }) => instanceId));
  if (ids.size === requests.length) return requests;
  return new Map(requests.map((request) => [`${request.instanceId}/${request.attempt}`, request])).values();
}

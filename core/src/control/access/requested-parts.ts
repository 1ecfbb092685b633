import type { RunSearch } from "../../model/instance/run-search.ts";
import { TriggerType } from "../../model/instance/job-instance.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { RouteAction } from "../../model/incident/alarm-route.ts";
import type { TriggerRequest } from "../../scheduler/instance-requests.ts";
import type { CreateJobRequest } from "../../scheduler/job-service.ts";

/** Whether a list of routes as a request has it names an action. */
export function namesAction(routes: unknown, action: RouteAction): boolean {
  return (
    Array.isArray(routes) &&
    routes.some(
      (route: unknown) =>
        typeof route === "object" && route !== null && "action" in route && route.action === action,
    )
  );
}

/** Whether a patch of a job names anything but what it does. */
export function namesOptions(patch: unknown): boolean {
  return Object.keys(patch ?? {}).some((name) => !WORK_PARTS.has(name)) || !namesWork(patch);
}

/** Whether a patch of a job, or a job that is to be made, says what it does. */
export function namesWork(given: unknown): boolean {
  return (
    typeof given === "object" && given !== null && Object.keys(given).some((name) => WORK_PARTS.has(name))
  );
}

/** Whether a job that is to be made has work of its own, and not code of its app. */
export function makesWork({ work, argsSchema }: CreateJobRequest): boolean {
  const isCode = typeof work === "object" && work !== null && "kind" in work && work.kind === WorkKind.Code;
  return (work !== undefined && !isCode) || (argsSchema !== undefined && argsSchema !== null);
}

/** A schema says which arguments the work accepts, which may be written for that alone. */
const WORK_PARTS: ReadonlySet<string> = new Set(["work", "argsSchema"]);

/** Whether runs are searched by what is in them: who finds them by it knows it. */
export function searchesPayloads(query: Pick<RunSearch, "args" | "error"> | undefined): boolean {
  return query?.args !== undefined || query?.error !== undefined;
}

/** Whether a run is started by hand: what programs start leaves no act. */
export function isByHand({ manual, source }: Pick<TriggerRequest, "manual" | "source">): boolean {
  return manual === true || source === TriggerType.Panel;
}

/** Whether a run that a call starts leaves an act: what programs trigger by the thousand is in the runs themselves. */
export function startsByHand([, request]: readonly [unknown, TriggerRequest, ...unknown[]]): boolean {
  return isByHand(request);
}

/** As `startsByHand`, of several at once. */
export function startsSomeByHand([, requests]: readonly [
  unknown,
  readonly TriggerRequest[],
  ...unknown[],
]): boolean {
  return requests.some(isByHand);
}

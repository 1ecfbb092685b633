import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import type { NodeJson, TaskJson } from "./task-model.ts";

const ENDED: ReadonlySet<NodeJson["status"]> = new Set(["Succeeded", "Failed"]);
const OPEN: ReadonlySet<NodeJson["status"]> = new Set([
  null,
  "Ready",
  "Waiting",
  "Failed",
  "Cancelled",
  "Blocked",
]);

/** The places of values of a run that may be changed now, to choose from; the scheduler judges again. */
export function editablePlaces({
  body,
  vars,
  nodes,
}: Pick<TaskJson, "body" | "vars" | "nodes">): readonly string[] {
  const statusOf = new Map(nodes.map(({ id, status }) => [id, status]));
  const all = flatNodes(readBodyNodes(body));
  return [
    ...namesIn(body["params"]).map((name) => `TASK.PARAMS.${name}`),
    ...Object.keys(vars).map((name) => `VARS.${name}`),
    ...all.flatMap(({ id, source }) =>
      OPEN.has(statusOf.get(id) ?? null)
        ? namesIn(source["params"]).map((name) => `JOB.${id}.PARAMS.${name}`)
        : [],
    ),
    ...all.flatMap(({ id, isBatch, type }) =>
      ENDED.has(statusOf.get(id) ?? null) && !isBatch && type === "job" ? [`JOB.${id}.RESULT`] : [],
    ),
  ];
}

function namesIn(params: unknown): readonly string[] {
  if (!Array.isArray(params)) return [];
  return params.flatMap((param: unknown) => {
    const name = typeof param === "object" && param !== null && "name" in param ? param.name : null;
    return typeof name === "string" ? [name] : [];
  });
}

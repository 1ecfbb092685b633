import type { JobNode, ParamValue, TaskBody } from "@mojob/core/engine";
import {
  formatExpression,
  NO_WORK,
  NodeType,
  parseExpression,
  type QueryValue,
  type Reference,
  referencesOf,
  type ResourceUse,
} from "@mojob/core/feature";

/** The node that looks at what a whole task needs; a body that has `resources` has no other one of this name. */
export const RESOURCE_NODE = "resources";

/** The node that looks at the resources of a task before all others; `null` for a task that needs none. */
export function resourceNode({ resources = [], params = [] }: TaskBody): JobNode | null {
  if (resources.length === 0) return null;
  const given = paramsRead(resources, new Set(params.map(({ name }) => name)));
  return {
    id: RESOURCE_NODE,
    type: NodeType.Job,
    job: { work: NO_WORK, resources },
    ...(given.length > 0 && { params: given }),
  };
}

/** The parameters of the task that its resources read as `$.SELF.PARAMS`. */
function paramsRead(resources: readonly ResourceUse[], declared: ReadonlySet<string>): readonly ParamValue[] {
  const references = resources
    .flatMap(({ uri, values = [], expect = null }) => [uri, ...values.map(textOf), expect])
    .filter((text) => text !== null)
    .flatMap((text) => referencesOf(parseExpression(text)))
    .filter(({ path: { root, steps } }) => root === "SELF" && steps[0]?.type === "name");
  const mayBeMissing = new Map<string, boolean>();
  for (const reference of references) {
    for (const name of namesIn(reference, declared))
      mayBeMissing.set(name, (mayBeMissing.get(name) ?? true) && mayMiss(reference));
  }
  return [...mayBeMissing].map(([name, mayMissIt]) => ({
    name,
    expression: `${pathTo(name)}${mayMissIt ? " ?? null" : ""}`,
  }));
}

function textOf({ expression }: QueryValue): string {
  return expression;
}

function namesIn({ path: { steps } }: Reference, declared: ReadonlySet<string>): Iterable<string> {
  const [, step] = steps;
  // All of them are read.
  return step?.type === "name" ? [step.name] : declared;
}

function mayMiss({ path, mayBeMissing }: Reference): boolean {
  return mayBeMissing || path.steps[1]?.type !== "name";
}

function pathTo(name: string): string {
  const steps = ["PARAMS", name].map((one) => ({ type: "name" as const, name: one }));
  return formatExpression({ type: "path", root: "TASK", steps, at: 0 });
}

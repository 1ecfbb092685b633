import type { BodyNode } from "../graph/body-node.ts";

/** A parameter that a node was given, and the value in the run that it is made of. */
export interface GivenValue {
  readonly name: string;
  readonly value: unknown;
  /** What is to be changed for another one: names from a root on. */
  readonly path: readonly string[];
  /** Nobody gave it: it is what the body of the workflow has for it. */
  readonly isDefault: boolean;
}

const OF_TASK = /^\s*\$\.TASK\.PARAMS\.([\p{L}\p{N}_-]+)\s*$/u;
const OF_VARS = /^\s*\$\.VARS\.([\p{L}\p{N}_-]+)\s*$/u;
/** Another for each item, or nobody's to see. */
const NOT_ONE = /\$\.(?:ITEM|INDEX|SECRET)\b/;

/**
 * The values that a node was given when its latest run began, each with the place at which it can be changed: a parameter or a variable
 * of the workflow where it is just that, so that all nodes that read it have the same one; else the parameter of the node itself.
 *
 * @param args of the workflow's run
 */
export function givenValues(
  { id, source }: Pick<BodyNode, "id" | "source">,
  injected: unknown,
  args: unknown,
): readonly GivenValue[] {
  if (typeof injected !== "object" || injected === null || Array.isArray(injected)) return [];
  const params = Array.isArray(source["params"]) ? (source["params"] as readonly unknown[]) : [];
  return Object.entries(injected).flatMap(([name, value]) => {
    const expression = expressionOf(params, name);
    if (expression !== null && NOT_ONE.test(expression)) return [];
    const [, param] = OF_TASK.exec(expression ?? "") ?? [];
    if (param !== undefined)
      return [{ name, value, path: ["TASK", "PARAMS", param], isDefault: !isGiven(args, param) }];
    const [, variable] = OF_VARS.exec(expression ?? "") ?? [];
    const path = variable === undefined ? ["JOB", id, "PARAMS", name] : ["VARS", variable];
    return [{ name, value, path, isDefault: false }];
  });
}

function expressionOf(params: readonly unknown[], name: string): string | null {
  const found = params.find(
    (param) => typeof param === "object" && param !== null && "name" in param && param.name === name,
  ) as { readonly expression?: unknown } | undefined;
  return typeof found?.expression === "string" ? found.expression : null;
}

function isGiven(args: unknown, name: string): boolean {
  return typeof args === "object" && args !== null && Object.hasOwn(args, name);
}

import type { Expression } from "./expression.ts";
import { NodeType, type ParamValue, type TaskBody, type TaskNode } from "../model/task/task-body.ts";
import { Expressions } from "./expressions.ts";

/** Names of secrets by those of the parameters that they are the values of. */
export type SecretParams = Readonly<Record<string, string>>;

/** The secret that an expression is, and nothing else; `null` for any other. */
export function secretIn(expression: Expression): string | null {
  if (expression.type !== "path" || expression.root !== "SECRET") return null;
  const [step, ...more] = expression.steps;
  return step?.type === "name" && more.length === 0 ? step.name : null;
}

/** Replaces a secret until a worker opens it. */
export function secretReference(name: string): { readonly $secret: string } {
  return { $secret: name };
}

/** Whether a value stands for a secret that the worker opens. */
export function isSecretReference(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).join() === "$secret";
}

/** The secrets that a run of a node is given, by its body alone: whatever values look like, they name none. */
export function secretParamsOf(
  expressions: Pick<Expressions, "get">,
  node: TaskNode,
  item: number | null,
): SecretParams {
  if (node.type !== NodeType.Job) return {};
  const set = item === null ? [] : (node.each?.sets?.[item] ?? []);
  const secrets: Record<string, string> = {};
  for (const param of [...(node.params ?? []), ...set]) {
    // The last value that a parameter is given holds.
    delete secrets[param.name];
    const name = secretOfParam(expressions, param);
    if (name !== null) secrets[param.name] = name;
  }
  return secrets;
}

/** Where a body names a secret. */
export interface SecretUse {
  readonly name: string;
  /** The place of the expression. */
  readonly pointer: string;
}

/** The secrets that nodes of a body name, each once. */
export function secretsOfTask(body: Pick<TaskBody, "nodes">): readonly string[] {
  return [...new Set(secretUses(body).map(({ name }) => name))];
}

/** Every place of a body that names a secret. */
export function secretUses({ nodes }: Pick<TaskBody, "nodes">): readonly SecretUse[] {
  const expressions = new Expressions();
  const usesOf = (params: readonly ParamValue[], pointer: string): readonly SecretUse[] =>
    params.flatMap((param, index) => {
      const name = secretOfParam(expressions, param);
      return name === null ? [] : [{ name, pointer: `${pointer}/${index}/expression` }];
    });
  const look = (node: TaskNode, pointer: string): readonly SecretUse[] => {
    if (node.type === NodeType.Group) return lookAt(node.nodes, `${pointer}/nodes`);
    if (node.type !== NodeType.Job) return [];
    const { params = [], each } = node;
    const sets = each?.sets ?? [];
    return [
      ...usesOf(params, `${pointer}/params`),
      ...sets.flatMap((set, index) => usesOf(set, `${pointer}/each/sets/${index}`)),
    ];
  };
  const lookAt = (some: readonly TaskNode[], pointer: string): readonly SecretUse[] =>
    some.flatMap((node, index) => look(node, `${pointer}/${index}`));
  return lookAt(nodes, "/nodes");
}

function secretOfParam(expressions: Pick<Expressions, "get">, param: ParamValue): string | null {
  return "expression" in param ? secretIn(expressions.get(param.expression).expression) : null;
}

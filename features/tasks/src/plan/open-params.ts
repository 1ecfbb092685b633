import { NodeType, type OpenParam } from "@mojob/core/feature";
import type { ParamDeclaration, ParamValue, RunNodeBase, TaskBody } from "@mojob/core/engine";
import type { TaskGraph } from "./graph/task-graph.ts";
import { declaredParams } from "./issues/declared-params.ts";
import type { StoredWork } from "./issues/stored-work.ts";

const LONGEST_NAME = 64;

/**
 * The parameters of a task's jobs that nothing gives a value: the table that a start of the task can be asked for (seed 004, 3.1.1).
 * Those that a job does without, because it neither requires them nor has a value for them, are not among them, nor are secrets.
 * @example
 * ```ts
 * openParams(body, readGraph(body.nodes), null); // [{ node: "load", name: "shop", type: "text", as: "shop", … }]
 * ```
 */
export function openParams(
  { params = [] }: Pick<TaskBody, "params">,
  { nodes }: TaskGraph,
  stored: StoredWork | null,
): readonly OpenParam[] {
  const open = nodes.flatMap(({ node, pointer }) => {
    if (node.type !== NodeType.Job && node.type !== NodeType.Task) return [];
    const declared = declaredParams(node, stored)?.params ?? [];
    return declared
      .filter((one) => isAskable(one) && !isGiven(node, one.name))
      .map((one) => ({ node: node.id, pointer, declared: one }));
  });
  const counts = new Map<string, number>();
  for (const { declared } of open) counts.set(declared.name, (counts.get(declared.name) ?? 0) + 1);
  const names = new TaskNames(params);
  return open.map(({ node, pointer, declared }) => {
    const { name, type, value, required = false } = declared;
    const isShared = counts.get(name) !== 1;
    const { as, isNew } = names.nameFor(declared, node, isShared);
    return { node, pointer, name, type, required, ...(value !== undefined && { value }), as, isNew };
  });
}

function isAskable({ required, value, secret }: ParamDeclaration): boolean {
  return secret !== true && (required === true || value !== undefined);
}

/** A set that lacks it leaves it open for its item; what is asked for is given to all of them. */
function isGiven({ params = [], each }: RunNodeBase, name: string): boolean {
  const has = (values: readonly ParamValue[]): boolean => values.some((value) => value.name === name);
  return has(params) || (each?.sets ?? []).some(has);
}

/** Chooses the task's parameters that stand for those of its jobs. */
class TaskNames {
  readonly #types: Map<string, ParamDeclaration["type"]>;
  readonly #taken: Set<string>;

  constructor(params: readonly ParamDeclaration[]) {
    this.#types = new Map(params.map(({ name, type }) => [name, type]));
    this.#taken = new Set(this.#types.keys());
  }

  /** @param isShared whether jobs of other nodes have one of this name */
  nameFor(
    { name, type }: ParamDeclaration,
    node: string,
    isShared: boolean,
  ): { readonly as: string; readonly isNew: boolean } {
    if (this.#types.get(name) === type) return { as: name, isNew: false };
    const as = [...(isShared ? [] : [name]), `${node}.${name}`].find((one) => this.#isFree(one));
    const chosen = as ?? this.#numbered(name);
    this.#taken.add(chosen);
    return { as: chosen, isNew: true };
  }

  #numbered(name: string): string {
    for (let number = 2; ; number += 1) {
      const end = `-${number}`;
      const one = `${name.slice(0, LONGEST_NAME - end.length)}${end}`;
      if (this.#isFree(one)) return one;
    }
  }

  #isFree(name: string): boolean {
    return name.length <= LONGEST_NAME && !this.#taken.has(name);
  }
}

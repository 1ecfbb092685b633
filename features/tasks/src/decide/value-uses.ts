import type { JsonValue } from "@mojob/core";
import type { TaskNode } from "@mojob/core/engine";
import { runName, type ValueUse } from "@mojob/core/feature";
import type { TaskFact } from "@mojob/core/ports";
import type { TaskPlan } from "../plan/task-plan.ts";
import { innerNodes, readsOf, type ValueRead } from "./value-reads.ts";

/** Expressions that are judged once, when a wait begins. */
const OF_WAITS: ReadonlySet<string> = new Set(["ms", "until"]);

/**
 * The uses of a value so far, oldest first: parameters that runs were given, branches that were taken, items that were listed. Expressions
 * that are read again, such as a check that does not hold yet, are not among them.
 * @example
 * ```ts
 * valueUses(plan, log, ["VARS", "day"]); // [{ node: "send", visit: "", run: "send", as: "params", name: "date", value: "…" }]
 * ```
 */
export function valueUses(
  plan: TaskPlan,
  log: Iterable<TaskFact>,
  path: readonly string[],
): readonly ValueUse[] {
  const reads = new Map(plan.nodes.map(({ id, node }) => [id, readsOfNode(plan, node, path)] as const));
  const uses: ValueUse[] = [];
  for (const fact of log) {
    if (fact.type === "begun") uses.push(...ofVariables(plan, fact.vars, path));
    if (!("node" in fact)) continue;
    uses.push(...usesBy(fact, reads.get(fact.node) ?? []));
  }
  return onlyFirst(uses);
}

/** The reads of a value by a node; its own parameters count as read by itself, because its own runs have them. */
function readsOfNode(plan: TaskPlan, node: TaskNode, path: readonly string[]): readonly ValueRead[] {
  const [root, of, what, name] = path;
  const own =
    root === "JOB" && of === node.id && what === "PARAMS" && name !== undefined
      ? [{ as: "params", param: name }]
      : [];
  const isInside = innerNodes(node).some((one) => readsOf(plan, one, path).length > 0);
  return [...own, ...readsOf(plan, node, path), ...(isInside ? [{ as: "nodes", param: null }] : [])];
}

function ofVariables(
  { body, expressions }: TaskPlan,
  vars: Readonly<Record<string, JsonValue>>,
  path: readonly string[],
): readonly ValueUse[] {
  return (body.vars ?? []).flatMap(({ name, expression }) => {
    const reads = readsOf({ expressions }, { expression }, path);
    const place = { node: null, visit: "", run: null, as: "vars", name };
    return reads.length === 0 ? [] : [{ ...place, ...valueIn(vars, name) }];
  });
}

type NodeFact = Extract<TaskFact, { readonly node: string }>;

function usesBy(fact: NodeFact, reads: readonly ValueRead[]): readonly ValueUse[] {
  if (reads.length === 0) return [];
  const { node, visit } = fact;
  const judged = { node, visit, run: null, name: null };
  switch (fact.type) {
    case "started": {
      const run = fact.n === null ? null : runName({ node, visit, item: null, n: fact.n });
      return [...given(reads, { node, visit, run }, fact.injected), ...judgedBy(reads, judged, "skipWhen")];
    }
    case "itemsStarted":
      return fact.items.flatMap(({ item, n, injected }) =>
        given(reads, { node, visit, run: runName({ node, visit, item, n }) }, injected),
      );
    case "batchStarted":
      return judgedBy(reads, judged, "items", "skipWhen");
    case "waits":
      return fact.why === "wait" ? judgedBy(reads, judged, ...OF_WAITS, "skipWhen") : [];
    case "decided":
      return fact.byHand === true
        ? []
        : reads
            .filter(
              ({ as }) => as !== "params" && as !== "nodes" && (as !== "vars" || fact.vars !== undefined),
            )
            .map(({ as }) => ({ ...judged, as }));
    default:
      return [];
  }
}

function given(
  reads: readonly ValueRead[],
  place: Pick<ValueUse, "node" | "visit" | "run">,
  injected: Readonly<Record<string, JsonValue>>,
): readonly ValueUse[] {
  return reads.flatMap(({ as, param }): readonly ValueUse[] => {
    if (as === "nodes") return [{ ...place, as, name: null }];
    if (param === null || !Object.hasOwn(injected, param)) return [];
    return [{ ...place, as, name: param, ...valueIn(injected, param) }];
  });
}

function judgedBy(
  reads: readonly ValueRead[],
  place: Omit<ValueUse, "as">,
  ...members: readonly string[]
): readonly ValueUse[] {
  return reads.filter(({ as }) => members.includes(as)).map(({ as }) => ({ ...place, as }));
}

function valueIn(values: Readonly<Record<string, JsonValue>>, name: string): { readonly value?: JsonValue } {
  const value = values[name];
  return value === undefined ? {} : { value };
}

/** An expression that is judged when a node begins is still judged when it ends: it counts once. */
function onlyFirst(uses: readonly ValueUse[]): readonly ValueUse[] {
  const seen = new Set<string>();
  return uses.filter(({ node, visit, run, as, name }) => {
    const key = JSON.stringify([node, visit, run, as, name]);
    return !seen.has(key) && seen.add(key);
  });
}

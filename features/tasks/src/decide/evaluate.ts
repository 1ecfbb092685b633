import type { JsonValue } from "@mojob/core";
import type { ParamValue } from "@mojob/core/engine";
import {
  Batch,
  ExpressionError,
  ExpressionErrorCode,
  type ExpressionText,
  isMap,
  keysOf,
  NodeStatus,
  secretIn,
  secretReference,
  type Value,
  valueOf,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import type { PlanNode } from "../plan/task-plan.ts";
import { withEdits } from "./edited-values.ts";
import { seenBy, type SeenNode } from "./latest-run.ts";
import type { NeededValue } from "../task-values.ts";
import type { Step } from "./step.ts";
import { isUnknownAt, UNKNOWN, UnknownValue } from "../unknown-value.ts";

const NO_ITEMS = new Batch(new Map(), []);

/** Where an expression stands. */
export interface ExpressionPlace {
  readonly node: PlanNode | null;
  readonly item?: { readonly value: JsonValue; readonly index: number };
  /** Where the node has come to its end, and is `$.SELF`: the result that it is given. */
  readonly ended?: { readonly result?: JsonValue; readonly s?: NodeStatus };
}

/**
 * The value of an expression as the task stands now.
 * @throws ExpressionError where it has none; MissingValues after it noted what has to be loaded; TurnOver
 */
export function evaluateIn(step: Step, text: ExpressionText, place: ExpressionPlace): JsonValue {
  // Read before its values are looked for, so that the reading counts.
  const { references } = step.evaluations.parsed(text);
  const roots = rootsOf(step, text, place);
  if (step.stated !== null && references.some(({ path }) => isUnknownAt(roots, path)))
    throw new UnknownValue();
  return step.evaluations.next(text, { now: step.at, roots });
}

/** As `evaluateIn`, for a value that is only handed on: in a simulation it need not be known. */
export function handedOn(step: Step, text: ExpressionText, place: ExpressionPlace): JsonValue {
  try {
    return evaluateIn(step, text, place);
  } catch (error) {
    if (error instanceof UnknownValue) return UNKNOWN;
    throw error;
  }
}

/** @throws ExpressionError also where it is neither true nor false */
export function holdsIn(step: Step, text: ExpressionText, place: ExpressionPlace): boolean {
  const value = evaluateIn(step, text, place);
  if (typeof value === "boolean") return value;
  throw new ExpressionError(ExpressionErrorCode.TypeMismatch, 0, "a condition is true or false");
}

/** The values of parameters, in their order; a secret stays a reference to it. */
export function injectParams(step: Step, params: readonly ParamValue[], place: ExpressionPlace): JsonObject {
  return Object.fromEntries(
    params.map((param) => {
      if (!("expression" in param)) return [param.name, param.value];
      const secret = secretIn(step.evaluations.parsed(param.expression).expression);
      const value = secret === null ? handedOn(step, param.expression, place) : secretReference(secret);
      return [param.name, value];
    }),
  );
}

/** The values of the names after `$.`, as far as an expression reads them. @throws MissingValues; ExpressionError `syntax` or `too_complex` */
export function rootsOf(
  step: Step,
  text: ExpressionText,
  place: ExpressionPlace,
): ReadonlyMap<string, Value> {
  const { node, item, ended } = place;
  const { values, state } = step;
  const roots = new Map<string, Value>([
    ["TASK", values.task],
    ["VARS", values.vars === undefined ? state.vars : { ...values.vars, ...state.vars }],
  ]);
  const chosen = item ?? values.item;
  if (chosen !== undefined) {
    roots.set("ITEM", chosen.value);
    roots.set("INDEX", chosen.index);
  }
  const loop = node?.loops.at(-1);
  if (loop !== undefined) roots.set("VISIT", step.loopState(loop).visit);
  const names = new Set(step.plan.expressions.nodesReadBy(text));
  const readsSelf =
    ended !== undefined && step.evaluations.parsed(text).references.some(({ path }) => path.root === "SELF");
  if (readsSelf && node !== null) names.add(node.id);
  if (names.size > 0) roots.set("JOB", jobsOf(step, names, place));
  const edited = withEdits(roots, [...(values.edits ?? []), ...state.edits]);
  return readsSelf && node !== null ? withSelf(edited, node.id, item?.index) : edited;
}

function withSelf(
  roots: ReadonlyMap<string, Value>,
  id: string,
  item: number | undefined,
): ReadonlyMap<string, Value> {
  const jobs = roots.get("JOB");
  const all = jobs !== undefined && isMap(jobs) ? valueOf(jobs, id) : undefined;
  const self = all instanceof Batch && item !== undefined ? all.items[item] : all;
  return self === undefined ? roots : new Map([...roots, ["SELF", self]]);
}

function jobsOf(
  step: Step,
  names: ReadonlySet<string>,
  { node: reader, ended }: ExpressionPlace,
): ReadonlyMap<string, Value> {
  const jobs = new Map<string, Value>();
  const missing: NeededValue[] = [];
  for (const name of names) {
    const isSelf = ended !== undefined && reader?.id === name;
    const { state, visit }: SeenNode = isSelf
      ? { state: { ...step.stateOf(reader), s: NodeStatus.Succeeded, ...ended } }
      : seenBy(step, reader, name);
    const hasRun = state?.n !== undefined || state?.from !== undefined || !step.plan.byId.has(name);
    const key = visit === undefined ? name : `${name}~${visit}`;
    // A batch of no items ends in the step that begins it, of which nothing is stored yet.
    const known = state?.batch?.count === 0 ? NO_ITEMS : null;
    const loaded = hasRun && known === null ? step.values.jobs.get(key) : known;
    if (loaded === undefined) {
      missing.push({ node: name, what: "run", ...(visit !== undefined && { visit }) });
      continue;
    }
    const own = new Map<string, Value>();
    if (state !== undefined) own.set("STATUS", state.s);
    if (state?.code !== undefined) own.set("CODE", state.code);
    if (state?.result !== undefined) own.set("RESULT", state.result);
    if (loaded !== null || own.size > 0) jobs.set(name, withOwn(loaded, own));
  }
  if (missing.length > 0) throw step.missing(...missing);
  return jobs;
}

/** The task's own values of a node win over those of its run. */
function withOwn(loaded: Value, own: ReadonlyMap<string, Value>): Value {
  if (loaded instanceof Batch) return new Batch(new Map([...loaded.whole, ...own]), loaded.items);
  if (!isMap(loaded)) return own;
  return new Map([...keysOf(loaded).map((key) => [key, valueOf(loaded, key) as Value] as const), ...own]);
}

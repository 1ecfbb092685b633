import type { LoopTurns } from "../base/batching/loop-turns.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import { parseExpression } from "../expression/parse-expression.ts";
import type { Value, ValueMap } from "../expression/value.ts";
import { isFileValue } from "../model/file/file-value.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import {
  NodeType,
  type ParamDeclaration,
  type ResultDeclaration,
  type TaskNode,
} from "../model/task/task-body.ts";

/**
 * The values of a run that expressions may read: `$.JOB['…']`, and `$.SELF` in a job's own expressions.
 * @param params names of its parameters, in the order in which they are numbered. @default that of its arguments
 */
export function runValues(
  run: JobInstance,
  lines: readonly JobLogLine[],
  params: readonly string[] = [],
): Map<string, Value> {
  const own = new Map<string, Value>([
    ["PARAMS", inOrder(afterChanges(run), params)],
    ["STATUS", run.state],
  ]);
  const output = lines.filter(({ level }) => level === "info").map(({ message }) => message);
  own.set("OUTPUT", output.join("\n"));
  own.set("LOG", lines.map(({ message }) => message).join("\n"));
  own.set("RESULT", run.result);
  if (run.error !== null) {
    own.set("CODE", run.error.code);
    own.set("ERROR", run.error.message);
  }
  const exitCode = run.state === "Succeeded" ? 0 : run.error?.parameters?.exitCode;
  if (exitCode !== undefined) own.set("EXIT_CODE", exitCode);
  if (run.startedAt !== null) own.set("STARTED", run.startedAt.toISOString());
  if (run.completedAt !== null) own.set("ENDED", run.completedAt.toISOString());
  if (run.startedAt !== null && run.completedAt !== null)
    own.set("MS", run.completedAt.getTime() - run.startedAt.getTime());
  return own;
}

/** The parameters of a node by number: those that its job declares, those that it gives, and those of its sets, in this order. */
export function paramNamesOf(node: TaskNode): readonly string[] {
  if (node.type !== NodeType.Job && node.type !== NodeType.Task) return [];
  const declared = node.type === NodeType.Job && "work" in node.job ? (node.job.params ?? []) : [];
  const all = [...declared, ...(node.params ?? []), ...(node.each?.sets ?? []).flat()];
  return [...new Set(all.map(({ name }) => name))];
}

/** The arguments, with what the program has made of the files among them: they are `inputs` of its result. */
function afterChanges({ args, result }: JobInstance): JsonValue {
  const changed = isObject(result) ? result["inputs"] : undefined;
  if (changed === undefined || !isObject(changed) || !isObject(args)) return args;
  const files = Object.entries(changed).filter(
    ([name, file]) => isFileValue(file) && Object.hasOwn(args, name) && isFileValue(args[name]),
  );
  return files.length === 0 ? args : { ...args, ...Object.fromEntries(files) };
}

/** Arguments as values by name and by number; anything but an object as it is. */
function inOrder(args: JsonValue, names: readonly string[]): Value {
  if (!isObject(args)) return args;
  const given = names.filter((name) => Object.hasOwn(args, name));
  const others = Object.keys(args).filter((name) => !given.includes(name));
  return new Map([...given, ...others].map((name) => [name, args[name] as Value]));
}

/** The values that a job's own expressions are evaluated with. */
export interface SelfContext {
  readonly self: ReadonlyMap<string, Value>;
  /** The node that it is: its own name stands for `$.SELF`, too. @default it has none */
  readonly node?: string;
  readonly now: Date;
  readonly turns: LoopTurns;
}

/**
 * The results that a job declares, in their order.
 * @throws ExpressionError where one has no value
 */
export async function declaredResults(
  results: readonly ResultDeclaration[],
  context: SelfContext,
): Promise<ReadonlyMap<string, Value>> {
  const values = new Map<string, Value>();
  for (const { name, expression } of results)
    // Each in its turn.
    // oxlint-disable-next-line no-await-in-loop
    values.set(name, await evaluateOfSelf(expression, context));
  return values;
}

/** The value of an expression that a job says of itself, when its turn has come. @throws ExpressionError where it has none */
export async function evaluateOfSelf(
  text: string,
  { self, node, now, turns }: SelfContext,
): Promise<JsonValue> {
  const roots = new Map<string, Value>([["SELF", self]]);
  if (node !== undefined) roots.set("JOB", new Map([[node, self]]));
  return turns.inTurn(() => evaluateExpression(parseExpression(text), { now, roots }));
}

/** The arguments of a task, with the defaults of parameters that were left out. */
export function filledArgs(args: JsonValue, params: readonly ParamDeclaration[] = []): JsonObject {
  const defaults = params.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return { ...Object.fromEntries(defaults), ...(isObject(args) ? args : {}) };
}

/** The value of `$.TASK`. */
export function taskValues(run: JobInstance, params: readonly ParamDeclaration[] = []): ValueMap {
  return {
    ID: run.id,
    KEY: run.jobKey,
    PARAMS: inOrder(
      filledArgs(run.args, params),
      params.map(({ name }) => name),
    ),
    STARTED: (run.startedAt ?? run.createdAt).toISOString(),
    NOMINAL: run.trigger.nominalTime?.toISOString() ?? null,
    TRIGGER: run.trigger.type,
  };
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

import type { LoopTurns } from "../base/batching/loop-turns.ts";
import type { JsonObject, JsonValue } from "../base/json.ts";
import { evaluateExpression } from "../expression/evaluate-expression.ts";
import { parseExpression } from "../expression/parse-expression.ts";
import type { Value, ValueMap } from "../expression/value.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import type { ParamDeclaration, ResultDeclaration } from "../task/body/task-body.ts";

/** What expressions may read of a run: `$.JOB['…']`, and `$.SELF` in what a job says of itself. */
export function runValues(run: JobInstance, lines: readonly JobLogLine[]): Map<string, Value> {
  const own = new Map<string, Value>([
    ["PARAMS", run.args],
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

/** What an expression that a job says of itself is evaluated with. */
export interface SelfContext {
  readonly self: ReadonlyMap<string, Value>;
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
export async function evaluateOfSelf(text: string, { self, now, turns }: SelfContext): Promise<JsonValue> {
  const turn = turns.take();
  if (turn !== null) await turn;
  return evaluateExpression(parseExpression(text), { now, roots: new Map([["SELF", self as Value]]) });
}

/** What `$.TASK` stands for. */
export function taskValues(run: JobInstance, params: readonly ParamDeclaration[] = []): ValueMap {
  const given = isObject(run.args) ? run.args : {};
  const defaults = params.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]));
  return {
    ID: run.id,
    KEY: run.jobKey,
    PARAMS: { ...Object.fromEntries(defaults), ...given },
    STARTED: (run.startedAt ?? run.createdAt).toISOString(),
    NOMINAL: run.trigger.nominalTime?.toISOString() ?? null,
    TRIGGER: run.trigger.type,
  };
}

function isObject(value: JsonValue): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

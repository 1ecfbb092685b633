import { type ResultDeclaration, ValueType } from "../../model/task/task-body.ts";
import type { NodeWriter } from "./node-list.ts";
import type { Given, ValueOf } from "./task-value.ts";

/** The results of a task, or of each item of a group: a value for each name. */
export type TaskResults = Readonly<Record<string, Given<unknown>>>;

export type TaskResult<Results> = Results extends TaskResults
  ? { readonly [Name in keyof Results]: ValueOf<Results[Name]> }
  : null;

export function resultsOf(results: TaskResults, writer: NodeWriter): readonly ResultDeclaration[] {
  return Object.entries(results).map(([name, value]) => ({
    name,
    type: ValueType.Json,
    expression: writer.text(value),
  }));
}

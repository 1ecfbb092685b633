import type { OwnJob, ParamValue, ResultDeclaration } from "@mojob/core/engine";
import { quoted } from "../task/expression-text.ts";
import { pythonSource } from "../task/python-source.ts";
import { shellSource, shellVariable, singleQuoted } from "../task/shell-source.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import { named, type ResolvePlaceholder } from "../task/text-parts.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import { dolphinText, localParams, PLACEHOLDER, type WorkflowValues } from "./workflow-values.ts";

/** The work of a node, and its parameters. */
export interface NodeWork {
  readonly job: OwnJob;
  readonly params: readonly ParamValue[];
}

export interface NodeContext {
  readonly draft: TaskDraft;
  readonly values: WorkflowValues;
}

/** The placeholders of a text as expressions: a parameter of the task itself comes first. */
export function resolveIn(task: DolphinTask, { values }: NodeContext): ResolvePlaceholder {
  const outer = values.of(task);
  const own = new Map(localParams(task).flatMap(({ name, value, isOut }) => (isOut ? [] : [[name, value]])));
  return (placeholder) => {
    const value = own.get(placeholder.slice(2, -1));
    if (value === undefined || placeholder.startsWith("$[")) return outer(placeholder);
    const text = dolphinText(value, outer).value;
    return "expression" in text ? text.expression : quoted(text.value);
  };
}

/** A script: what was written into its text when it ran becomes parameters of the node. */
export function scriptJob(task: DolphinTask, context: NodeContext): NodeWork {
  const raw = typeof task.params["rawScript"] === "string" ? task.params["rawScript"] : "";
  const source = raw === "" ? ":" : raw.replaceAll("\r\n", "\n");
  const isShell = task.type === "SHELL";
  const given = new Map<string, ParamValue>();
  const outer = context.values.of(task);
  const nameOf = (name: string): string => (isShell ? shellVariable(name) : name);
  for (const { name, value, isOut } of localParams(task))
    if (!isOut) given.set(name, named(nameOf(name), dolphinText(value, outer).value));
  for (const [placeholder] of source.matchAll(PLACEHOLDER)) {
    const name = placeholder.slice(2, -1);
    const expression = given.has(name) ? null : outer(placeholder);
    if (expression !== null) given.set(name, { name: nameOf(name), expression: `string(${expression})` });
  }
  const text = isShell ? shellText(source, given, task, context) : pythonText(source, given, task, context);
  const results = resultsOf(task);
  const language = isShell ? "shell" : "python";
  return {
    job: { work: { kind: "script", language, source: text }, ...(results.length > 0 && { results }) },
    params: [...given.values()],
  };
}

type Given = ReadonlyMap<string, ParamValue>;

function shellText(
  source: string,
  given: Given,
  { name: node }: DolphinTask,
  { draft }: NodeContext,
): string {
  const isQuoted = singleQuoted(source);
  const text = source.replace(PLACEHOLDER, (placeholder: string, place: number) => {
    const name = placeholder.slice(2, -1);
    if (!given.has(name)) return placeholder;
    if (isQuoted(place))
      draft.leaveUnfinished("node_quoted", `${node}.rawScript`, { node, found: placeholder });
    return `\${${shellVariable(name)}}`;
  });
  return shellSource(text, given.size > 0);
}

function pythonText(
  source: string,
  given: Given,
  { name: node }: DolphinTask,
  { draft }: NodeContext,
): string {
  const { text, left } = pythonSource(source, PLACEHOLDER, (placeholder) => {
    const name = placeholder.slice(2, -1);
    return given.has(name) ? name : null;
  });
  for (const found of left) draft.leaveUnfinished("node_template", `${node}.rawScript`, { node, found });
  return text;
}

/** The values that a script gives on: it prints `${setValue(name=value)}`. */
function resultsOf(task: DolphinTask): readonly ResultDeclaration[] {
  return localParams(task).flatMap(({ name, isOut }) => {
    if (!isOut || name.includes("'")) return [];
    const pattern = String.raw`[$#][{]setValue[(]${name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}=(.*?)[)][}]`;
    return [{ name, type: "text", expression: `{$.SELF.OUTPUT}:REGEX:'${pattern}'` } as const];
  });
}

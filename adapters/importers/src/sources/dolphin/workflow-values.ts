import { resultOf, taskParam } from "../task/expression-text.ts";
import { type ResolvePlaceholder, textValue } from "../task/text-parts.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import { type JsonRecord, textOf } from "../json-documents.ts";
import { recordsOf } from "../task/codes.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import type { WorkflowGraph } from "./workflow-graph.ts";

/** `${name}`, and a time that is computed: `$[yyyyMMdd-1]`, `$[add_months(yyyyMMdd,1)]`. */
export const PLACEHOLDER: RegExp = /\$\{[\w.]+\}|\$\[(?:[a-z_]+\()?[yMdHms][^\]\n]{0,100}\]/g;

/** A text with such placeholders as the value of a parameter. */
export function dolphinText(text: string, resolve: ResolvePlaceholder): ReturnType<typeof textValue> {
  return textValue(text, text.matchAll(PLACEHOLDER), resolve);
}

/** A parameter of a task or a workflow. */
export interface DolphinParam {
  readonly name: string;
  readonly value: string;
  readonly isOut: boolean;
}

export function dolphinParams(records: readonly JsonRecord[]): readonly DolphinParam[] {
  return records.flatMap(({ prop, value, direct }) => {
    const name = textOf(prop)?.slice(0, 64);
    const text = typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);
    return name == null ? [] : [{ name, value: text, isOut: direct === "OUT" }];
  });
}

export function localParams({ params }: DolphinTask): readonly DolphinParam[] {
  return dolphinParams(recordsOf(params["localParams"]));
}

/** Resolves the placeholders of a workflow. */
export class WorkflowValues {
  readonly #draft: TaskDraft;
  readonly #graph: WorkflowGraph;
  /** The codes of the tasks that give a name on to those after them. */
  readonly #givers = new Map<string, Set<string>>();

  constructor(draft: TaskDraft, graph: WorkflowGraph, tasks: readonly DolphinTask[]) {
    this.#draft = draft;
    this.#graph = graph;
    for (const task of tasks)
      for (const { name, isOut } of localParams(task))
        if (isOut) this.#givers.set(name, (this.#givers.get(name) ?? new Set()).add(task.code));
  }

  /** Resolves the placeholders in the texts of a task. */
  of({ code, name: node }: Pick<DolphinTask, "code" | "name">): ResolvePlaceholder {
    return (placeholder) => {
      const name = placeholder.slice(2, -1);
      if (placeholder.startsWith("$[") || name.startsWith("system.")) return this.#computed(node, name);
      const found = this.#giversBefore(code, name).map((one) => resultOf(this.#draft.idOf(one), name));
      if (this.#draft.hasParam(name)) found.push(taskParam(name));
      else if (found.length > 0) found.push("''");
      return found.length === 0 ? null : found.join(" ?? ");
    };
  }

  /** The nearest first. */
  #giversBefore(code: string, name: string): readonly string[] {
    const givers = this.#givers.get(name);
    return givers === undefined ? [] : this.#graph.ancestors(code).filter((one) => givers.has(one));
  }

  /** A value that DolphinScheduler computes when a task runs becomes a parameter, which has to be given to each run. */
  #computed(node: string, name: string): string {
    const short = name.slice(0, 64);
    if (!this.#draft.hasParam(short)) {
      this.#draft.declare({ name: short, type: "text" });
      this.#draft.leaveUnfinished("param_computed", `${node}.${short}`, { name: short });
    }
    return taskParam(short);
  }
}

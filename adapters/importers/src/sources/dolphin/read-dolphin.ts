import { JobKind, type JsonValue } from "@mojob/core";
import { type Finding, warning } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import { adaptKey, freeKey } from "../adapt-key.ts";
import { isRecord, type JsonRecord, numberOf, readJson, shown, textOf } from "../json-documents.ts";
import type { ReadOptions, ReadSource, SourceJob, SourceMistake } from "../source-job.ts";
import { TaskDraft } from "../task/task-draft.ts";
import { taskJob } from "../task/task-job.ts";
import { codeOf, recordOf, recordsOf } from "../task/codes.ts";
import { dolphinTask } from "./dolphin-task.ts";
import { PRIORITIES } from "./node-options.ts";
import { type KnownWorkflow, makeNode, placeNode } from "./task-nodes.ts";
import { workflowGraph } from "./workflow-graph.ts";
import { workflowSchedule } from "./workflow-schedule.ts";
import { type DolphinParam, dolphinParams, WorkflowValues } from "./workflow-values.ts";
import { ownValue } from "../../own-value.ts";

interface Workflow {
  readonly definition: JsonRecord;
  readonly entry: JsonRecord;
  readonly code: string;
  readonly key: string;
  readonly line: number;
}

/**
 * Workflows of DolphinScheduler 2 and 3 as they are exported: a list of `{ processDefinition, processTaskRelationList,
 * taskDefinitionList, schedule }`, whose names are `workflowDefinition` and `workflowTaskRelationList` in later versions.
 * @throws ImportMistake `not_json`, `nothing_found`
 */
export const readDolphin: ReadSource = (text, options) => {
  const workflows: Workflow[] = [];
  const mistakes: SourceMistake[] = [];
  const keys = new Set<string>();
  for (const [index, entry] of entriesOf(readJson(text)).entries()) {
    const definition = isRecord(entry)
      ? recordOf(entry["processDefinition"] ?? entry["workflowDefinition"])
      : {};
    const code = codeOf(definition["code"]);
    if (!isRecord(entry) || code === null || recordsOf(entry["taskDefinitionList"]).length === 0) {
      mistakes.push({ line: index + 1, code: "workflow_unreadable", parameters: {} });
      continue;
    }
    const key = freeKey(`dolphinscheduler/${textOf(definition["name"]) ?? code}`, (one) => keys.has(one));
    keys.add(key);
    workflows.push({ definition, entry, code, key, line: index + 1 });
  }
  if (workflows.length === 0)
    throw new ImportMistake("nothing_found", { wanted: "processDefinition, taskDefinitionList" });
  const byCode = new Map(
    workflows.map(({ code, key, definition }) => {
      const params = new Set(globalParams(definition).map(({ name }) => name));
      return [code, { key, params }] as const;
    }),
  );
  return { jobs: workflows.map((workflow) => workflowJob(workflow, byCode, options)), mistakes };
};

function entriesOf(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) return value as readonly JsonValue[];
  const data = isRecord(value) ? value["data"] : undefined;
  return data === undefined || data === null ? [value] : entriesOf(data);
}

/** How runs of one workflow meet. */
const EXECUTION: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  PARALLEL: { maxConcurrency: null },
  SERIAL_WAIT: { maxConcurrency: 1, whenFull: "queue" },
  SERIAL_DISCARD: { maxConcurrency: 1, whenFull: "skip" },
  SERIAL_PRIORITY: { maxConcurrency: 1, whenFull: "queue" },
};

function workflowJob(
  workflow: Workflow,
  workflows: ReadonlyMap<string, KnownWorkflow>,
  { timeZone }: ReadOptions,
): SourceJob {
  const { definition, entry, code, key, line } = workflow;
  const { schedule, fields, findings: scheduleFindings } = workflowSchedule(entry["schedule"], timeZone);
  const { draft, within } = readGraph(workflow, workflows);
  const findings: Finding[] = [...scheduleFindings, ...lostFields(definition, fields)];
  const execution = textOf(definition["executionType"]) ?? "PARALLEL";
  const urgency = PRIORITIES.indexOf(priorityOf(fields)) + 1;
  const job = taskJob(
    draft,
    {
      description: textOf(definition["description"])?.slice(0, 4000) ?? "",
      owner: textOf(definition["userName"]) ?? "",
      ...(ownValue(EXECUTION, execution) ?? EXECUTION["PARALLEL"]),
      ...(urgency > 0 && { priority: urgency }),
      ...(schedule !== null && { misfire: { policy: "skip", graceMs: 5000 } }),
    },
    fields["failureStrategy"] === "END" ? { onFailure: "cancel" } : {},
  );
  return {
    id: code,
    line,
    name: textOf(definition["name"]) ?? code,
    key,
    app: null,
    kind: schedule === null ? JobKind.Triggered : JobKind.Recurring,
    schedule,
    wasOn: definition["releaseState"] !== "OFFLINE" && fields["releaseState"] !== "OFFLINE",
    ...job,
    children: [],
    within,
    findings: [...findings, ...job.findings],
  };
}

function globalParams(definition: JsonRecord): readonly DolphinParam[] {
  return dolphinParams(recordsOf(definition["globalParamList"] ?? definition["globalParams"]));
}

function priorityOf(schedule: JsonRecord): string {
  return textOf(schedule["processInstancePriority"] ?? schedule["workflowInstancePriority"]) ?? "MEDIUM";
}

function readGraph(
  { definition, entry, key }: Workflow,
  workflows: ReadonlyMap<string, KnownWorkflow>,
): { readonly draft: TaskDraft; readonly within: readonly string[] } {
  const draft = new TaskDraft();
  const tasks = recordsOf(entry["taskDefinitionList"]).flatMap((fields) => dolphinTask(fields) ?? []);
  const graph = workflowGraph(
    tasks,
    recordsOf(entry["processTaskRelationList"] ?? entry["workflowTaskRelationList"]),
  );
  for (const found of graph.unknown) draft.warn("edge_unknown", "processTaskRelationList", { found });
  for (const { code, name } of tasks) draft.idOf(code, name);
  for (const { name, value } of globalParams(definition)) draft.declare({ name, type: "text", value });
  if (tasks.some(({ type }) => type === "SHELL")) draft.info("shell_bash", "rawScript", {});
  const values = new WorkflowValues(draft, graph, tasks);
  const within = new Set<string>();
  const context = {
    draft,
    values,
    key: adaptKey(key),
    workflows,
    before: graph.before,
    byCode: new Map(tasks.map((task) => [task.code, task])),
    branches: new Map(),
    within,
  };
  const made = tasks.map((task) => ({ task, node: makeNode(task, context) }));
  for (const { task, node } of made) placeNode(task, node, context);
  return { draft, within: [...within] };
}

/** What is not the same without a word. */
const USUAL: Readonly<Record<string, readonly JsonValue[]>> = {
  warningType: ["NONE", ""],
  workerGroup: ["default", ""],
  environmentCode: [-1, 0, ""],
};

/** The time limit of a workflow sent an alarm and ended nothing. */
function lostFields(definition: JsonRecord, schedule: JsonRecord): readonly Finding[] {
  const lost = Object.entries(USUAL).flatMap(([field, usual]) => {
    const value = schedule[field] ?? null;
    return value === null || usual.includes(value)
      ? []
      : [warning("field_ignored", field, { field, found: shown(value) })];
  });
  const isSerial = definition["executionType"] === "SERIAL_PRIORITY";
  const serial = isSerial
    ? [warning("field_ignored", "executionType", { field: "executionType", found: "SERIAL_PRIORITY" })]
    : [];
  const minutes = numberOf(definition["timeout"]) ?? 0;
  const limit =
    minutes > 0 ? [warning("field_ignored", "timeout", { field: "timeout", found: minutes })] : [];
  return [...lost, ...serial, ...limit];
}

import { JobKind, type JsonValue } from "@mojob/core";
import type { ParamDeclaration } from "@mojob/core/engine";
import { type Finding, warning } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import { adaptKey, freeKey } from "../adapt-key.ts";
import { isRecord, type JsonRecord, numberOf, readJson, shown, textOf } from "../json-documents.ts";
import type { ReadOptions, ReadSource, SourceJob, SourceMistake } from "../source-job.ts";
import { TaskDraft } from "../task/task-draft.ts";
import { taskJob } from "../task/task-job.ts";
import { notCarried } from "../members.ts";
import { DAG_FIELDS } from "./dag-fields.ts";
import { type Dag, KNOWN_VERSIONS, readDag } from "./dag.ts";
import { DagGraph } from "./dag-graph.ts";
import { placeTask } from "./place-task.ts";
import { dagSchedule } from "./timetable.ts";

const MOST_RUNS = 16;

interface PlacedDag {
  readonly dag: Dag;
  readonly key: string;
  readonly line: number;
}

/**
 * DAGs of Airflow 2 and 3 as they are serialized: one `{ "__version", "dag" }`, a list of them, or rows of the table
 * `serialized_dag`, whose column `data` holds one. @throws ImportMistake `not_json`, `nothing_found`
 */
export const readAirflow: ReadSource = (text, options) => {
  const dags: PlacedDag[] = [];
  const mistakes: SourceMistake[] = [];
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  const value = readJson(text);
  for (const [index, entry] of (Array.isArray(value) ? (value as JsonValue[]) : [value]).entries()) {
    const dag = readDag(entry);
    const version = versionOf(entry);
    if (dag === null || dag.tasks.length === 0)
      mistakes.push({ line: index + 1, code: "dag_unreadable", parameters: {} });
    else if (!KNOWN_VERSIONS.includes(version))
      mistakes.push({ line: index + 1, code: "dag_version", parameters: { found: version } });
    else {
      const key = freeKey(`airflow/${dag.id}`, (one) => taken.has(one));
      taken.add(key);
      keys.set(dag.id, key);
      dags.push({ dag, key, line: index + 1 });
    }
  }
  if (dags.length === 0 && mistakes.every(({ code }) => code === "dag_unreadable"))
    throw new ImportMistake("nothing_found", { wanted: "__version, dag" });
  return { jobs: dags.map((placed) => dagJob(placed, keys, options)), mistakes };
};

function versionOf(entry: JsonValue): number {
  const whole = isRecord(entry) && isRecord(entry["data"]) ? entry["data"] : entry;
  return isRecord(whole) ? (numberOf(whole["__version"]) ?? 1) : 0;
}

function dagJob(
  { dag, key, line }: PlacedDag,
  keys: ReadonlyMap<string, string>,
  { timeZone }: ReadOptions,
): SourceJob {
  const { id, fields } = dag;
  const { schedule, findings } = dagSchedule(dag, timeZone);
  const draft = new TaskDraft();
  const within = new Set<string>();
  const graph = new DagGraph(dag.tasks);
  for (const param of dagParams(fields["params"] ?? null)) draft.declare(param);
  for (const found of graph.unknown) draft.warn("edge_unknown", "downstream_task_ids", { found });
  for (const task of graph.tasks) draft.idOf(task.id);
  noteGroups(fields["task_group"] ?? null, draft);
  if (dag.tasks.some(({ type }) => type === "BashOperator")) draft.info("shell_bash", "bash_command", {});
  for (const task of graph.tasks) placeTask(task, { draft, dag: graph, key: adaptKey(key), keys, within });
  const seconds = numberOf(fields["dagrun_timeout"]) ?? 0;
  const atOnce = numberOf(fields["max_active_tasks"] ?? fields["concurrency"]) ?? 0;
  const job = taskJob(
    draft,
    {
      description: (textOf(fields["description"]) ?? "").slice(0, 4000),
      maxConcurrency: Math.min(10_000, Math.max(1, numberOf(fields["max_active_runs"]) ?? MOST_RUNS)),
      whenFull: "queue",
      ...tagsOf(fields["tags"] ?? null),
      ...(seconds > 0 && { timeoutMs: Math.min(366 * 86_400_000, Math.round(seconds * 1000)) }),
      ...(schedule !== null && { misfire: { policy: "skip", graceMs: 5000 } }),
    },
    {
      ...(fields["fail_fast"] === true || fields["fail_stop"] === true
        ? { onFailure: "cancel" as const }
        : {}),
      ...(atOnce > 0 && { maxParallel: Math.min(10_000, Math.trunc(atOnce)) }),
    },
  );
  return {
    id: id.slice(0, 256),
    line,
    name: textOf(fields["dag_display_name"]) ?? id,
    key,
    app: null,
    kind: schedule === null ? JobKind.Triggered : JobKind.Recurring,
    schedule,
    wasOn: fields["is_paused_upon_creation"] !== true,
    ...job,
    children: [],
    within: [...within],
    findings: [...findings, ...lostFields(fields), ...job.findings],
  };
}

function tagsOf(value: JsonValue): { readonly tags?: readonly string[] } {
  const tags = (Array.isArray(value) ? value : []).flatMap((one) =>
    typeof one === "string" && /^.{1,64}$/.test(one) ? [one] : [],
  );
  return tags.length === 0 ? {} : { tags: tags.slice(0, 32) };
}

/** Parameters with their values: a record, or a list of names and values in later versions. */
function dagParams(params: JsonValue): readonly ParamDeclaration[] {
  const entries = Array.isArray(params)
    ? params.flatMap((one: JsonValue) =>
        Array.isArray(one) && typeof one[0] === "string" ? [[one[0], one[1] ?? null] as const] : [],
      )
    : isRecord(params)
      ? Object.entries(params)
      : [];
  return entries.map(([name, param]): ParamDeclaration => {
    const isParam = isRecord(param) && typeof param["__class"] === "string";
    const value = isParam ? (param["default"] ?? null) : param;
    const schema = isParam && isRecord(param["schema"]) ? param["schema"] : {};
    return { name: name.slice(0, 64), type: typeOf(schema["type"], value), ...(value !== null && { value }) };
  });
}

function typeOf(stated: JsonValue | undefined, value: JsonValue): ParamDeclaration["type"] {
  const kind = typeof stated === "string" ? stated : typeof value;
  if (kind === "string") return "text";
  if (kind === "number" || kind === "integer") return "number";
  return kind === "boolean" ? "boolean" : "json";
}

/** Tasks of a group stand in the graph by themselves. */
function noteGroups(group: JsonValue, draft: TaskDraft): void {
  if (!isRecord(group)) return;
  const id = textOf(group["group_id"] ?? group["_group_id"]);
  const isMapped = group["is_mapped"] === true || isRecord(group["expand_input"]);
  if (id !== null && isMapped)
    draft.leaveUnfinished("node_mapped", `task_group.${id}`, {
      node: id,
      found: shown(group["expand_input"] ?? id),
    });
  else if (id !== null) draft.info("group_flat", `task_group.${id}`, { found: id });
  const children = isRecord(group["children"]) ? Object.values(group["children"]) : [];
  for (const child of children) {
    const [kind, inner] = Array.isArray(child) ? (child as JsonValue[]) : [];
    if (kind !== "operator" && inner !== undefined) noteGroups(inner, draft);
  }
}

/** The fields of a DAG that nothing here has. */
function lostFields(fields: JsonRecord): readonly Finding[] {
  return [...notCarried(fields, DAG_FIELDS)].map(([field, value]) =>
    warning("field_ignored", field, { field, found: shown(value) }),
  );
}

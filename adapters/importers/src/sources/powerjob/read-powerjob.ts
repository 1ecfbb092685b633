import { JobKind } from "@mojob/core";
import { type Finding, info } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import { adaptKey, freeKey } from "../adapt-key.ts";
import { isRecord, type JsonRecord, numberOf, readJson, textOf } from "../json-documents.ts";
import { MOST_JOBS } from "../most-jobs.ts";
import type { ReadOptions, ReadSource, SourceJob, SourceMistake } from "../source-job.ts";
import { codeOf } from "../task/codes.ts";
import { TaskDraft } from "../task/task-draft.ts";
import { taskJob } from "../task/task-job.ts";
import { INIT_PARAMS } from "./job-work.ts";
import { type GraphContext, nameOf, placeNode } from "./place-node.ts";
import { isFilled, type PowerEdge, powerWorkflow, type PowerWorkflow, recordsIn } from "./workflow-entry.ts";
import { lostOfWorkflow, workflowSchedule } from "./workflow-schedule.ts";

interface PlacedWorkflow extends PowerWorkflow {
  readonly key: string;
  readonly line: number;
}

interface Known {
  readonly jobs: ReadonlyMap<string, JsonRecord>;
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * Workflows of PowerJob 4 and 5 with the jobs that they execute: `{ "workflows", "jobs" }`, each a list of records, or of the
 * responses of the API that hold them. @throws ImportMistake `not_json`, `nothing_found`, `too_many_jobs`
 */
export const readPowerjob: ReadSource = (text, options) => {
  const value = readJson(text);
  const whole = isRecord(value) ? value : {};
  const placed: PlacedWorkflow[] = [];
  const mistakes: SourceMistake[] = [];
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const [index, entry] of recordsIn(whole["workflows"]).entries()) {
    const line = index + 1;
    const workflow = powerWorkflow(entry);
    if (workflow === null) mistakes.push({ line, code: "powerjob_unreadable", parameters: {} });
    else if (!isFilled(workflow)) mistakes.push({ line, code: "powerjob_unfilled", parameters: {} });
    else if (keys.has(workflow.id))
      mistakes.push({ line, code: "powerjob_twice", parameters: { found: workflow.id } });
    else {
      const name = textOf(workflow.fields["wfName"]) ?? workflow.id;
      const key = freeKey(`powerjob/${name}`, (one) => taken.has(one));
      taken.add(key);
      keys.set(workflow.id, key);
      placed.push({ ...workflow, key, line });
      // Too many jobs are refused before the search for free keys takes long.
      if (placed.length > MOST_JOBS) throw new ImportMistake("too_many_jobs", { max: MOST_JOBS });
    }
  }
  if (placed.length === 0 && mistakes.every(({ code }) => code === "powerjob_unreadable"))
    throw new ImportMistake("nothing_found", { wanted: "workflows, jobs" });
  const known = { jobs: jobsById(recordsIn(whole["jobs"])), keys };
  return { jobs: placed.map((workflow) => workflowJob(workflow, known, options)), mistakes };
};

function jobsById(records: ReturnType<typeof recordsIn>): ReadonlyMap<string, JsonRecord> {
  return new Map(
    records.flatMap((job) => {
      const id = isRecord(job) ? codeOf(job["id"]) : null;
      return isRecord(job) && id !== null ? [[id, job] as const] : [];
    }),
  );
}

function workflowJob(workflow: PlacedWorkflow, known: Known, { timeZone }: ReadOptions): SourceJob {
  const { id, line, key, fields } = workflow;
  const { schedule, findings } = workflowSchedule(fields, timeZone);
  const { draft, within } = readGraph(workflow, known);
  const most = Math.trunc(numberOf(fields["maxWfInstanceNum"]) ?? 1);
  const full: readonly Finding[] = most > 0 ? [info("full_failed", "maxWfInstanceNum", { found: most })] : [];
  const job = taskJob(
    draft,
    {
      description: (textOf(fields["wfDescription"]) ?? "").slice(0, 4000),
      ...(most > 0 ? { maxConcurrency: Math.min(10_000, most), whenFull: "skip" } : { maxConcurrency: null }),
      ...(schedule !== null && { misfire: { policy: "fireOnce", graceMs: 5000 } }),
    },
    { onFailure: "stop" },
  );
  return {
    id,
    line,
    name: textOf(fields["wfName"]) ?? id,
    key,
    app: null,
    kind: schedule === null ? JobKind.Triggered : JobKind.Recurring,
    schedule,
    wasOn: fields["enable"] !== false,
    ...job,
    children: [],
    within,
    findings: [...findings, ...full, ...lostOfWorkflow(fields), ...job.findings],
  };
}

function readGraph(
  { key, nodes, edges }: PlacedWorkflow,
  known: Known,
): { readonly draft: TaskDraft; readonly within: readonly string[] } {
  const draft = new TaskDraft();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const within = new Set<string>();
  const context: GraphContext = { ...known, draft, key: adaptKey(key), byId, into: edgesInto(edges), within };
  draft.declare({ name: INIT_PARAMS, type: "text", value: "" });
  const named = new Set(edges.flatMap(({ from, to }) => [from, to]));
  for (const found of named) if (!byId.has(found)) draft.warn("edge_unknown", "edges", { found });
  for (const node of nodes) draft.idOf(node.id, nameOf(node, context));
  for (const node of nodes) placeNode(node, context);
  const isCode = draft.nodes.some(
    (node) => node.type === "job" && "work" in node.job && node.job.work.kind === "code",
  );
  if (isCode) draft.warn("context_shared", "nodes", {});
  return { draft, within: [...within] };
}

function edgesInto(edges: readonly PowerEdge[]): ReadonlyMap<string, readonly PowerEdge[]> {
  return Map.groupBy(edges, ({ to }) => to);
}

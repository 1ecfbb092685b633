import { type JsonValue, MoJobError } from "@mojob/core";
import { type InputIssue, issueAt, type LoopTurns, type TaskBody, toInputIssue } from "@mojob/core/engine";
import { copyJson, OnFailure, type OpenParam, runAtOnce, TaskLimit } from "@mojob/core/feature";
import { byteLength } from "@mojob/core/ports";
import * as v from "valibot";
import { TASK_BODY_SCHEMA } from "../body/task-body-schema.ts";
import { noteEdgeIssues, noteLoopIssues } from "./issues/edge-issues.ts";
import { noteExpressionIssues } from "./issues/expression-issues.ts";
import { IssueList } from "./issues/issue-list.ts";
import { noteJobIssues } from "./issues/job-issues.ts";
import { noteNodeIssues } from "./issues/node-issues.ts";
import { noteReachWarnings } from "./issues/reach-warnings.ts";
import { noteSecretParams } from "./issues/secret-issues.ts";
import { noteStoredIssues } from "./issues/stored-issues.ts";
import { noteVarIssues } from "./issues/var-issues.ts";
import type { StoredWork } from "./issues/stored-work.ts";
import { readGraph, type TaskGraph } from "./graph/task-graph.ts";
import { openParams } from "./open-params.ts";
import { RESOURCE_NODE } from "./resource-node.ts";

const NOTHING_MORE = { warnings: [], openParams: [] } as const;
const JSON_LIMITS = { maxDepth: 64, maxNodes: 300_000 };

export type ValidTask = (
  | { readonly body: TaskBody; readonly issues: readonly [] }
  | { readonly body: null; readonly issues: readonly InputIssue[] }
) & {
  /** Findings that are worth a look, and keep nothing from being saved. */
  readonly warnings: readonly InputIssue[];
  /** The parameters of its jobs that nothing gives a value. */
  readonly openParams: readonly OpenParam[];
};

/**
 * A body as it is given, or everything that is wrong with it at once: its shape first, then what its parts say of each other.
 *
 * @param stored the jobs and tasks that nodes may name; without it they are not looked at
 * @example
 * ```ts
 * const { body, issues, warnings } = validateTask({ engine: 1, nodes: [{ id: "a", type: "job", job: { key: "mail.send" } }] });
 * ```
 */
export function validateTask(input: unknown, stored: StoredWork | null = null): ValidTask {
  return runAtOnce(validation(input, stored));
}

/** As `validateTask`, in stretches: a large body takes longer than timers and sockets may wait. */
export function validateTaskInTurns(
  input: unknown,
  stored: StoredWork | null,
  turns: LoopTurns,
): Promise<ValidTask> {
  return turns.run(validation(input, stored));
}

function* validation(input: unknown, stored: StoredWork | null): Generator<void, ValidTask> {
  const json = readJson(input);
  if ("issues" in json) return { body: null, issues: json.issues, ...NOTHING_MORE };
  yield;
  const parsed = v.safeParse(TASK_BODY_SCHEMA, json.value);
  if (!parsed.success) return { body: null, issues: parsed.issues.map(toInputIssue), ...NOTHING_MORE };
  const body = parsed.output;
  yield;
  const graph = readGraph(body.nodes, { intoBatches: true });
  const list = new IssueList();
  noteEdgeIssues(list, graph);
  noteNodeIssues(list, graph);
  noteLoopIssues(list, graph);
  noteJobIssues(list, graph);
  noteVarIssues(list, body, graph);
  noteSecretParams(list, body, graph);
  yield* noteExpressionIssues(list, body, graph);
  noteStoredIssues(list, graph, stored);
  yield;
  noteReservedName(list, body, graph);
  if (body.holdTimeoutMs !== undefined && body.onFailure !== OnFailure.Hold)
    list.error(issueAt("/holdTimeoutMs", "needs", { other: 'onFailure: "hold"' }));
  if (graph.nodes.length > TaskLimit.Nodes)
    list.error(issueAt("/nodes", "too_many", { max: TaskLimit.Nodes }));
  const { errors, warnings } = list;
  const open = openParams(body, graph, stored);
  if (errors.length > 0) return { body: null, issues: errors, warnings, openParams: open };
  noteReachWarnings(list, graph);
  return { body, issues: [], warnings, openParams: open };
}

/** The name of the node that looks at the task's resources is reserved. */
function noteReservedName(list: IssueList, { resources = [] }: TaskBody, graph: TaskGraph): void {
  if (resources.length === 0) return;
  for (const { node, pointer } of graph.nodes)
    if (node.id === RESOURCE_NODE) list.error(issueAt(`${pointer}/id`, "duplicate_node"));
}

function readJson(
  input: unknown,
): { readonly value: JsonValue } | { readonly issues: readonly InputIssue[] } {
  try {
    const value = copyJson(input, "", JSON_LIMITS);
    // Canonical JSON has other places for its members, and as many bytes.
    const bytes = byteLength(JSON.stringify(value));
    if (bytes <= TaskLimit.Bytes) return { value };
    return { issues: [issueAt("", "too_many_bytes", { max: TaskLimit.Bytes, bytes })] };
  } catch (error) {
    if (error instanceof MoJobError && error.issues !== undefined) return { issues: error.issues };
    throw error;
  }
}

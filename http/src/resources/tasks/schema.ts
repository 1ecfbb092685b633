import type { TaskNodeView, TaskRequest, TaskView } from "@mojob/core/engine";
import { jsonOf, type JsonObject, type JsonValue, type TaskFact } from "@mojob/core/ports";
import { TaskLimit } from "@mojob/core/feature";
import { numberOfCode } from "@mojob/core/words";
import * as v from "valibot";
import { isoOrNull } from "../../schema/iso.ts";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut, json, jsonObject, line, listOf, text, wholeNumber } from "../../schema/fields.ts";
import { HIDDEN_FIELD, type HiddenJson, hiddenJson } from "../../schema/hidden.ts";
import { RERUN_VERSION } from "../../schema/rerun-version.ts";
import { strictObject } from "../../schema/strict-object.ts";

const nodeId = text(64, 1);

/** Where a value of a task stands. */
export const valuePath: Parser<readonly string[]> = v.pipe(
  listOf(text(64, 1), 16, 2),
  v.description('Names from a root on: `["JOB", "concat", "RESULT", "rows"]`, `["VARS", "day"]`'),
);
const nodeIds = listOf(nodeId, 2000, 1);
const itemPlaces = listOf(wholeNumber(0, TaskLimit.Items), TaskLimit.Items, 1);
const taskVersion = wholeNumber(1, 2 ** 31);

const note = v.optional(v.pipe(line(500, 1), v.description("Why, as the history shows it")));

/** A request of a caller to a running task. */
export const operationSchema = v.variant("type", [
  strictObject({ type: v.picklist(["pause", "resume", "giveUp"]), note }),
  strictObject({ type: v.picklist(["runNode", "skipNode"]), node: nodeId, note }),
  strictObject({
    type: v.literal("retryNode"),
    node: nodeId,
    items: v.optional(
      v.pipe(
        itemPlaces,
        v.description(
          "Of a batch: the places, from 0, of failed items that alone are executed again; without them all are that are not ok",
        ),
      ),
    ),
    note,
  }),
  strictObject({
    type: v.literal("markNode"),
    node: nodeId,
    result: v.optional(v.pipe(json, v.description("The node's result from then on"))),
    branches: v.optional(listOf(text(64, 1), 64)),
    note,
  }),
  strictObject({
    type: v.literal("edit"),
    path: valuePath,
    value: json,
    reason: line(500, 1),
  }),
  strictObject({ type: v.literal("migrate"), version: taskVersion, note }),
  strictObject({ type: v.literal("signal"), signal: text(64, 1), note }),
  strictObject({
    type: v.literal("approve"),
    node: nodeId,
    branch: v.picklist(["approved", "refused"]),
    form: v.optional(json),
    note,
  }),
] as never) as unknown as Parser<TaskRequest>;

export interface RerunBody {
  readonly mode: "whole" | "from" | "smart";
  readonly nodes?: readonly string[] | undefined;
  readonly items?: Readonly<Record<string, readonly number[]>> | undefined;
  readonly dryRun?: boolean | undefined;
  readonly version?: number | "newest" | undefined;
  readonly args?: JsonValue | undefined;
}

/** The part of an ended task that is executed again. */
export const rerunSchema: Parser<RerunBody> = strictObject({
  mode: v.pipe(
    v.picklist(["whole", "from", "smart"]),
    v.description(
      "`whole` executes everything, `from` the given nodes and what follows them, `smart` what did not come to a good end and what follows it",
    ),
  ),
  nodes: v.optional(nodeIds),
  items: v.optional(
    v.pipe(
      v.record(v.string(), itemPlaces),
      v.description(
        "With `from`, by the id of a node of these that is a batch: the places of failed items that alone are executed again",
      ),
    ),
  ),
  dryRun: v.optional(v.pipe(v.boolean(), v.description("Says what would be executed, and starts nothing"))),
  version: RERUN_VERSION,
  args: v.optional(v.pipe(json, v.description("Its arguments, in place of those of the run before"))),
});

export const statusOrNull: Parser<TaskNodeView["status"]> = v.nullable(
  v.picklist(["Ready", "Running", "Waiting", "Succeeded", "Failed", "Cancelled", "Skipped", "Blocked"]),
);

interface NodeJson extends Wire<TaskNodeView> {
  readonly title: string | null;
  readonly number: number | null;
}

export interface TaskJson extends HiddenJson, Pick<TaskView["state"], "rev" | "phase" | "vars" | "signals"> {
  readonly instanceId: string;
  readonly jobKey: string;
  readonly version: number;
  readonly body: JsonObject;
  readonly nodes: readonly NodeJson[];
  readonly edits: readonly JsonObject[];
  readonly holdUntil: string | null;
  readonly end: {
    readonly state: string;
    readonly code: string | null;
    readonly number: number | null;
  } | null;
}

const nodeSchema: Parser<NodeJson> = wireObject({
  id: v.string(),
  type: v.picklist(["job", "condition", "wait", "approval", "task", "group"]),
  title: v.nullable(v.string()),
  sort: v.pipe(v.number(), v.description("Its column in a drawing")),
  status: v.pipe(statusOrNull, v.description("`null` while it is not decided whether it begins")),
  visit: v.pipe(v.string(), v.description("The visits of the loops around it, as `2.3`")),
  runId: v.pipe(v.nullable(v.string()), v.description("Its latest run")),
  started: v.pipe(
    v.nullable(v.string()),
    v.description("Of a node with `wait: false`: the run that it started, which is none of the task's"),
  ),
  code: v.pipe(v.nullable(v.string()), v.description("Why it failed")),
  number: v.pipe(v.nullable(v.number()), v.description("The number of the code")),
  branches: v.array(v.string()),
  items: v.nullable(v.object({ count: v.number(), ok: v.number(), bad: v.number(), open: v.number() })),
  dueAt: v.nullable(instantOut),
  waitsFor: v.pipe(v.array(v.string()), v.description("Nodes that it follows and that have not ended")),
  isTakenOver: v.pipe(v.boolean(), v.description("It was executed by the run that this one runs again")),
});

export const taskSchema: Parser<TaskJson> = wireObject({
  instanceId: v.string(),
  jobKey: v.string(),
  version: v.pipe(v.number(), v.description("Of its graph")),
  rev: v.pipe(v.number(), v.description("Steps so far: it grows with each change")),
  phase: v.picklist(["new", "running", "paused", "held", "ending", "ended"]),
  body: jsonObject,
  nodes: v.array(nodeSchema),
  vars: jsonObject,
  edits: v.array(jsonObject),
  signals: v.array(v.string()),
  holdUntil: v.nullable(instantOut),
  end: v.nullable(
    v.object({ state: v.string(), code: v.nullable(v.string()), number: v.nullable(v.number()) }),
  ),
  ...HIDDEN_FIELD,
});

export function taskJson(view: TaskView): TaskJson {
  const { run, version, body, state, nodes } = view;
  const { rev, phase, vars, edits, signals, holdUntil, end } = state;
  const titles = new Map(allNodes(body.nodes).map(({ id, title }) => [id, title ?? null]));
  return {
    instanceId: run.id,
    jobKey: run.jobKey,
    version,
    rev,
    phase,
    body: jsonOf(body) as JsonObject,
    nodes: nodes.map((node) => nodeJson(node, titles.get(node.id) ?? null)),
    vars,
    edits: edits.map((edit) => jsonOf(edit) as JsonObject),
    signals,
    holdUntil: holdUntil?.toISOString() ?? null,
    end: end === undefined ? null : { state: end.state, code: end.code ?? null, number: numberOf(end.code) },
    ...hiddenJson(view),
  };
}

function nodeJson(node: TaskNodeView, title: string | null): NodeJson {
  return { ...node, title, number: numberOf(node.code), dueAt: isoOrNull(node.dueAt) };
}

function numberOf(code: string | null | undefined): number | null {
  return code === null || code === undefined ? null : numberOfCode(code);
}

type BodyNode = TaskView["body"]["nodes"][number];

function allNodes(nodes: readonly BodyNode[]): readonly BodyNode[] {
  return nodes.flatMap((node) => [node, ...("nodes" in node ? allNodes(node.nodes) : [])]);
}

/** A fact as JSON: its times are texts. */
export function factJson(fact: TaskFact): JsonObject {
  return JSON.parse(JSON.stringify(fact)) as JsonObject;
}

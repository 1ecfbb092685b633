import type { JsonValue } from "@mojob/core";
import { isRecord, type JsonRecord, numberOf, textOf } from "../json-documents.ts";
import { codeOf, recordOf, recordsOf } from "../task/codes.ts";

/** The types of nodes in a workflow, by their numbers. */
export const PowerNodeType = { Job: 1, Decision: 2, Workflow: 3 } as const;

/** A node of a workflow as PowerJob gives it. */
export interface PowerNode {
  readonly id: string;
  readonly type: number;
  /** The id of the job, or of the workflow, that it executes. */
  readonly target: string | null;
  readonly name: string | null;
  /** Its own parameters; `null` where those of its job are taken. */
  readonly params: string | null;
  readonly isOff: boolean;
  readonly skipsFailure: boolean;
}

export interface PowerEdge {
  readonly from: string;
  readonly to: string;
  /** On which answer of a decision it is taken. */
  readonly answer: "true" | "false";
}

export interface PowerWorkflow {
  readonly id: string;
  readonly fields: JsonRecord;
  readonly nodes: readonly PowerNode[];
  readonly edges: readonly PowerEdge[];
}

/** The records in a list of responses of the API, of their pages, or in a plain list. */
export function recordsIn(value: JsonValue | undefined): readonly JsonValue[] {
  const found: JsonValue[] = [];
  // A stack, because responses may hold each other more deeply than calls may.
  const left: JsonValue[] = [value ?? []];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (Array.isArray(one)) for (const item of (one as JsonValue[]).toReversed()) left.push(item);
    else {
      const inner = isRecord(one) && one["id"] === undefined ? (one["data"] ?? null) : null;
      if (inner === null) found.push(one);
      else left.push(inner);
    }
  }
  return found;
}

/** `null` for what has no id or no nodes. */
export function powerWorkflow(entry: JsonValue): PowerWorkflow | null {
  if (!isRecord(entry)) return null;
  const id = codeOf(entry["id"]);
  // Its name depends on what wrote the JSON.
  const graph = recordOf(entry["pEWorkflowDAG"] ?? entry["peworkflowDAG"] ?? entry["peDAG"]);
  const nodes = recordsOf(graph["nodes"]).flatMap((fields) => powerNode(fields) ?? []);
  if (id === null || nodes.length === 0) return null;
  return { id, fields: entry, nodes, edges: recordsOf(graph["edges"]).flatMap(powerEdge) };
}

/** Whether its nodes say what they execute: a list of workflows has their ids alone. */
export function isFilled({ nodes }: PowerWorkflow): boolean {
  return nodes.some(({ type, target }) => type !== PowerNodeType.Job || target !== null);
}

function powerNode(fields: JsonRecord): PowerNode | null {
  const id = codeOf(fields["nodeId"]);
  if (id === null) return null;
  return {
    id,
    type: numberOf(fields["nodeType"]) ?? PowerNodeType.Job,
    target: codeOf(fields["jobId"]),
    name: textOf(fields["nodeName"]),
    params: filledText(fields["nodeParams"]),
    isOff: fields["enable"] === false,
    skipsFailure: fields["skipWhenFailed"] === true,
  };
}

function powerEdge(fields: JsonRecord): readonly PowerEdge[] {
  const [from, to] = [codeOf(fields["from"]), codeOf(fields["to"])];
  if (from === null || to === null) return [];
  const answer = textOf(fields["property"])?.toLowerCase() === "true" ? "true" : "false";
  return [{ from, to, answer }];
}

/** A text as it is; `null` for none and for blanks. */
export function filledText(value: JsonValue | undefined): string | null {
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

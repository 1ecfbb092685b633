import type { JsonValue } from "@mojob/core";
import { isRecord, type JsonRecord, textOf } from "../json-documents.ts";
import { plainValue } from "./plain-value.ts";

/** A DAG as it is serialized, of any version: names that began with `_` have lost it. */
export interface Dag {
  readonly id: string;
  readonly fields: JsonRecord;
  readonly tasks: readonly DagTask[];
}

export interface DagTask {
  readonly id: string;
  readonly type: string;
  readonly fields: JsonRecord;
  readonly downstream: readonly string[];
}

/** Versions of the serialization whose names are known. */
export const KNOWN_VERSIONS: readonly number[] = [1, 2, 3];

/** `null` for what is no DAG. */
export function readDag(entry: JsonValue): Dag | null {
  const whole = isRecord(entry) && isRecord(entry["data"]) ? entry["data"] : entry;
  const plain = plainValue(isRecord(whole) ? whole : null);
  if (!isRecord(plain) || !isRecord(plain["dag"])) return null;
  const fields = withoutUnderscores(plain["dag"]);
  const id = textOf(fields["dag_id"]);
  const listed = fields["tasks"];
  if (id === null || !Array.isArray(listed)) return null;
  const usual = defaultsOf(plain);
  const tasks = listed.flatMap((one: JsonValue) => (isRecord(one) ? (dagTask(one, usual) ?? []) : []));
  return { id, fields, tasks };
}

/** The defaults of tasks, from version 3 on. */
function defaultsOf({ client_defaults: defaults }: JsonRecord): JsonRecord {
  const ofTasks = isRecord(defaults) ? defaults["tasks"] : null;
  return isRecord(ofTasks) ? ofTasks : {};
}

function dagTask(stated: JsonRecord, usual: JsonRecord): DagTask | null {
  const own = withoutUnderscores(stated);
  // The defaults of an operator that runs for each item are those it is made with.
  const partial = own["partial_kwargs"];
  const fields = { ...usual, ...(isRecord(partial) ? withoutUnderscores(partial) : {}), ...own };
  const id = textOf(fields["task_id"]);
  if (id === null) return null;
  const downstream = fields["downstream_task_ids"];
  return {
    id,
    type: textOf(fields["task_type"]) ?? "BaseOperator",
    fields,
    downstream: Array.isArray(downstream) ? downstream.filter((one) => typeof one === "string") : [],
  };
}

function withoutUnderscores(record: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name.replace(/^_(?=[a-z])/, ""), value]),
  );
}

import { jsonCursor, type JsonCursor } from "../../../ui/json/json-cursor.ts";
import type { JsonCompletions } from "../../../ui/json/json-editor.tsx";
import { branchesOf } from "../edit/branches.ts";
import { completeExpression } from "../expression/complete-expression.ts";
import type { PastRun } from "../expression/preview.ts";
import { scopeOf } from "../expression/scope.ts";
import { type FormAt, formAt } from "./form-at.ts";
import { siblingsOf } from "./sibling-nodes.ts";

/** What the completion of a body asks for. */
export interface BodyKnowledge {
  /** As it could be read last. */
  readonly body: unknown;
  /** Whose workers run the workflow. */
  readonly app: string;
  readonly run: PastRun | null;
  /** Keys of jobs, or of workflows, by a part of them. */
  readonly findKeys: (part: string, isWorkflow: boolean) => Promise<readonly string[]>;
  /** What a member is, in words. */
  readonly describe: (name: string) => string;
}

/** What may be written at the cursor in the text of a body. */
export async function completeBody(
  before: string,
  after: string,
  { body, app, run, findKeys, describe }: BodyKnowledge,
): Promise<JsonCompletions | null> {
  const cursor = jsonCursor(before);
  const place = formAt(body, cursor.path);
  if (cursor.kind === "name") return nameOptions(cursor, after, place, describe);
  const { form, node } = place;
  if (form?.form === "expression" || form?.form === "condition") {
    if (!cursor.isQuoted) return null;
    const found = await completeExpression(cursor.typed, scopeOf(body, { node, role: form.role, app }), run);
    return found === null ? null : { from: cursor.from + found.from, options: found.options };
  }
  const values = await valuesAt(place, cursor, body, findKeys);
  if (values === null) return null;
  const isText = form?.form !== "flag" && form?.form !== "handles";
  const options = values.map((label) => ({ label, apply: isText ? written(label, cursor, after) : label }));
  return options.length === 0 ? null : { from: cursor.from, options };
}

function nameOptions(
  cursor: JsonCursor,
  after: string,
  { members, by }: FormAt,
  describe: (name: string) => string,
): JsonCompletions | null {
  if (members === null) return null;
  const names = [...(by === null ? [] : [by.name]), ...Object.keys(members)];
  const options = names
    .filter((name) => !cursor.names.includes(name))
    .map((name) => ({ label: name, detail: describe(name), apply: `${written(name, cursor, after)}: ` }));
  return { from: cursor.from, options };
}

/** A text with the quotes that are not there yet. */
function written(text: string, { isQuoted }: JsonCursor, after: string): string {
  const inner = JSON.stringify(text).slice(1, -1);
  if (!isQuoted) return `"${inner}"`;
  return after === '"' ? inner : `${inner}"`;
}

async function valuesAt(
  { form, by, around, node }: FormAt,
  { path, typed }: JsonCursor,
  body: unknown,
  findKeys: BodyKnowledge["findKeys"],
): Promise<readonly string[] | null> {
  if (by !== null && by.name === path.at(-1)) return by.values;
  switch (form?.form) {
    case "choice":
      return form.values;
    case "flag":
    case "handles":
      return ["true", "false"];
    case "node":
      return siblingsOf(body, node ?? "").map(({ id }) => id);
    case "branch":
      return branchesOf(siblingsOf(body, node ?? "").find(({ id }) => id === around["node"])?.source);
    case "job":
      return findKeys(typed, false);
    case "workflow":
      return findKeys(typed, true);
    case "join":
      return ["live", "all", "any", "done"];
    default:
      return null;
  }
}

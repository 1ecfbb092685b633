import type { OpenParam } from "../check/use-body-check.ts";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";

interface Member {
  [name: string]: unknown;
}

/** The text of the body with these parameters among its own, so that a start of the workflow is asked for them. */
export function askAtStart(text: string, asked: readonly OpenParam[]): string {
  const body = parseExactJson(text) as Member;
  const declared = new Map<string, Member>();
  for (const { node, pointer, name, type, required, value, as, isNew } of asked) {
    const at = memberAt(body, pointer);
    if (at["id"] !== node) continue;
    if (isNew)
      declared.set(as, {
        name: as,
        type,
        ...(value !== undefined ? { value: ownValue(at, name) ?? value } : required && { required }),
      });
    at["params"] = [...listOf(at["params"]), { name, expression: `$.TASK.PARAMS[${quoted(as)}]` }];
  }
  if (declared.size > 0) body["params"] = [...listOf(body["params"]), ...declared.values()];
  return jsonText(body);
}

/** A job's own value as it stands in the text: the answer of the API may have rounded a number. */
function ownValue(node: Member, name: string): unknown {
  const { params } = (node["job"] ?? {}) as Member;
  const own = listOf(params).find((one) => (one as Member)["name"] === name) as Member | undefined;
  return own?.["value"];
}

function memberAt(body: Member, pointer: string): Member {
  let found: unknown = body;
  for (const part of pointer.split("/").slice(1)) found = (found as Member | undefined)?.[part];
  return (found ?? {}) as Member;
}

/** A text as expressions write it, typographic quotes escaped too. */
function quoted(text: string): string {
  return `'${text.replaceAll(/[\\'‘’′]/g, String.raw`\$&`)}'`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

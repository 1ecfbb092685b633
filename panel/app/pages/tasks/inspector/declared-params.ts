import { useApi } from "../../../api/use-api.ts";
import { inputText } from "../../../ui/schema/schema-shape.ts";
import { type Body, itemsOf } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";
import { choicesOf, kindOfSchema, kindOfType, type ValueKind } from "./value-kind.ts";

/** A parameter that a job, or a workflow, says it takes. */
export interface DeclaredParam {
  readonly name: string;
  readonly type: string;
  readonly kind: ValueKind;
  /** What can be chosen, of a choice. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly isSecret: boolean;
}

/** The parameters of what a node runs. */
export function useDeclaredParams(node: Body): readonly DeclaredParam[] {
  const job = membersOf(node["job"]);
  const key = inputText(node["type"] === "task" ? node["key"] : job["key"]);
  const stored = useApi("getJob", { path: { key } }, { enabled: key !== "" });
  if (job["params"] !== undefined) return declarations(job["params"]);
  const detail = stored.data;
  if (key === "" || detail === undefined) return [];
  const body = membersOf(membersOf(detail.work)["body"]);
  return body["params"] === undefined ? ofSchema(detail.argsSchema) : declarations(body["params"]);
}

function declarations(list: unknown): readonly DeclaredParam[] {
  return itemsOf(list).map((one) => {
    const { name, type, required, secret } = membersOf(one);
    return {
      name: inputText(name),
      type: inputText(type),
      kind: kindOfType(type),
      choices: [],
      isRequired: required === true,
      isSecret: secret === true,
    };
  });
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

function ofSchema(schema: unknown): readonly DeclaredParam[] {
  const { properties, required } = membersOf(schema);
  return Object.entries(membersOf(properties)).map(([name, one]) => ({
    name,
    type: TYPES[inputText(membersOf(one)["type"])] ?? "json",
    kind: kindOfSchema(membersOf(one)),
    choices: choicesOf(membersOf(one)),
    isRequired: itemsOf(required).includes(name),
    isSecret: false,
  }));
}

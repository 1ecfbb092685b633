import type { JsonValue } from "@mojob/core";
import { issueAt, type ParamDeclaration, type ParamValue, type RunNodeBase } from "@mojob/core/engine";
import { ValueType } from "@mojob/core/feature";
import type { IssueList } from "./issue-list.ts";
import type { StoredParams } from "./stored-work.ts";

/** Notes parameters of a node that its job or task does not declare, those of another type, and those that are missing. */
export function noteParamIssues(
  list: IssueList,
  { params: declared, takesOthers = false }: StoredParams,
  { params = [], each }: RunNodeBase,
  pointer: string,
): void {
  const byName = new Map(declared.map((one) => [one.name, one]));
  const note = (values: readonly ParamValue[], at: string): void => {
    for (const [place, value] of values.entries()) {
      const one = byName.get(value.name);
      if (one === undefined && !takesOthers) {
        const names = [...byName.keys()];
        list.error(issueAt(`${at}/${place}/name`, "param_unknown", { name: value.name, values: names }));
      } else if (one !== undefined && "value" in value && !isOfType(one, value.value))
        list.error(issueAt(`${at}/${place}/value`, "param_type", { type: one.type }));
    }
  };
  note(params, `${pointer}/params`);
  for (const [place, set] of (each?.sets ?? []).entries()) note(set, `${pointer}/each/sets/${place}`);
  for (const { name, required, value } of declared) {
    if (required !== true || value !== undefined || hasParam(params, name)) continue;
    const { sets = [] } = each ?? {};
    if (sets.length === 0 || !sets.every((set) => hasParam(set, name)))
      list.error(issueAt(`${pointer}/params`, "param_missing", { name }));
  }
}

function hasParam(params: readonly ParamValue[], wanted: string): boolean {
  return params.some(({ name }) => name === wanted);
}

function isOfType({ type, required }: ParamDeclaration, value: JsonValue): boolean {
  if (value === null) return required !== true || type === ValueType.Json;
  switch (type) {
    case ValueType.Text:
      return typeof value === "string";
    case ValueType.Number:
      return typeof value === "number";
    case ValueType.Boolean:
      return typeof value === "boolean";
    case ValueType.File:
    case ValueType.Document:
      return typeof value === "string" || (typeof value === "object" && Object.hasOwn(value, `$${type}`));
    case ValueType.Json:
      return true;
  }
}

import type { CaseName, VariantForm } from "./forms.ts";
import { isObject } from "../edit/body.ts";
import { membersOf } from "./member-edit.ts";

/** Which of its cases a value is; `null` where it is none of them. */
export function caseOf({ by, cases }: VariantForm, value: unknown): CaseName | null {
  if (!isObject(value)) return null;
  const names = Object.keys(cases) as CaseName[];
  return names.find((name) => (by === null ? Object.hasOwn(value, name) : value[by] === name)) ?? null;
}

/** The same as another case: what both have stays. */
export function turned(form: VariantForm, name: CaseName, value: unknown): unknown {
  const { members = {}, fresh = {} } = form.cases[name] ?? {};
  const kept = Object.entries(membersOf(value)).filter(
    ([member]) => Object.hasOwn(members, member) && (form.by === null || member === "name"),
  );
  return { ...fresh, ...Object.fromEntries(kept) };
}

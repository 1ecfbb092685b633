import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";

/** The work of a job, by the names that the API has for its parts. */
export type WorkMembers = Readonly<Record<string, unknown>>;

/** Work that is written as JSON; `null` where a form cannot show it: it is malformed, or more than an object. */
export function readWork(text: string): WorkMembers | null {
  try {
    const work = parseExactJson(text);
    return isObject(work) ? work : null;
  } catch {
    return null;
  }
}

/** The text of work of which one member is another; `undefined` takes it away. What the form does not know stays. */
export function withMember(work: WorkMembers, name: string, value: unknown): string {
  return jsonText({ ...work, [name]: value });
}

export function textOf(work: WorkMembers, name: string): string {
  const value = work[name];
  return typeof value === "string" ? value : "";
}

export function textsOf(work: WorkMembers, name: string): readonly string[] {
  const value = work[name];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

export function membersOf(work: WorkMembers, name: string): WorkMembers {
  const value = work[name];
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is WorkMembers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A condition of which one part is another; `null` where nothing is left, as for "every 2xx". */
export function withCondition(success: WorkMembers, name: string, value: unknown): WorkMembers | null {
  const { [name]: _, ...others } = success;
  const changed = value === undefined ? others : { ...others, [name]: value };
  return Object.keys(changed).length === 0 ? null : changed;
}

/** The mistake of a member, or of what is within it. */
export function mistakeOf(mistakes: ReadonlyMap<string, string>, name: string): string | undefined {
  for (const [pointer, words] of mistakes)
    if (pointer === `/${name}` || pointer.startsWith(`/${name}/`)) return words;
  return undefined;
}

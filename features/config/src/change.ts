import { sha256 } from "@mojob/core/feature";
import { canonicalJson, type JsonObject, type JsonValue } from "@mojob/core/ports";
import { isObject } from "./document.ts";

/** What becomes of an item. */
export const ChangeAction = {
  Create: "create",
  Change: "change",
  Remove: "remove",
} as const;
export type ChangeAction = (typeof ChangeAction)[keyof typeof ChangeAction];

/** One value that differs. */
export interface FieldChange {
  /** JSON pointer within the item: `/retention/maxAgeDays`. */
  readonly pointer: string;
  /** `undefined` where the document leaves it out, which is its default. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** What the document asks for that is not so yet. */
export interface ConfigChange {
  /** The name of the section: `jobs`. */
  readonly section: string;
  /** The item: the key of a job, the id of a rule; the name of the section where there is but one, or of their order. */
  readonly id: string;
  readonly action: ChangeAction;
  readonly fields: readonly FieldChange[];
}

/** Between two items, `null` where there is none. */
export function changeOf(
  section: string,
  id: string,
  before: JsonObject | null,
  after: JsonObject | null,
): ConfigChange | null {
  const fields = [...fieldChanges(before ?? {}, after ?? {}, "")];
  if (before === null) return { section, id, action: ChangeAction.Create, fields };
  if (after === null) return { section, id, action: ChangeAction.Remove, fields };
  return fields.length === 0 ? null : { section, id, action: ChangeAction.Change, fields };
}

function* fieldChanges(before: JsonObject, after: JsonObject, pointer: string): Generator<FieldChange> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name], after[name]];
    const at = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (isObject(from) && isObject(to)) yield* fieldChanges(from, to, at);
    else if (!isSame(from, to)) yield { pointer: at, before: from, after: to };
  }
}

/** Whether two values say the same; what is left out says nothing. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}

const LENGTH = 16;

/** One text for some changes, of which each value can be found again: what is applied is part of what was seen. */
export async function digestOf(changes: readonly ConfigChange[]): Promise<string> {
  let digest = "";
  // One after the other, because all at once would be begun in one turn.
  // oxlint-disable-next-line no-await-in-loop
  for (const change of changes) digest += (await Promise.all(partsOf(change).map(markOf))).join("");
  return digest;
}

/** The first change that somebody who was given this digest has not seen; `null` where there is none. */
export async function unseenIn(
  changes: readonly ConfigChange[],
  digest: string,
): Promise<ConfigChange | null> {
  const seen = new Set(digest.match(new RegExp(`.{${LENGTH}}`, "g")) ?? []);
  for (const change of changes) {
    // Until the first.
    // oxlint-disable-next-line no-await-in-loop
    const marks = await Promise.all(partsOf(change).map(markOf));
    if (!marks.every((mark) => seen.has(mark))) return change;
  }
  return null;
}

/** What is made or removed as a whole, and value by value what is changed: the scheduler may have made some of that change by itself. */
function partsOf({ fields, ...change }: ConfigChange): readonly ConfigChange[] {
  if (change.action !== ChangeAction.Change) return [{ ...change, fields }];
  return fields.map((field) => ({ ...change, fields: [field] }));
}

/** 96 bits of a hash. */
async function markOf({ section, id, action, fields }: ConfigChange): Promise<string> {
  const listed = (value: JsonValue | undefined): JsonValue => (value === undefined ? [] : [value]);
  const shown = fields.map(({ pointer, before, after }) => [pointer, listed(before), listed(after)]);
  const hash = await sha256(canonicalJson([section, id, action, shown]));
  const bytes = hash.slice(0, 24).match(/../g) ?? [];
  const text = btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))));
  return text.replaceAll("+", "-").replaceAll("/", "_");
}

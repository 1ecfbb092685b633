import { jsonText } from "../../../ui/json/json-text.ts";
import { isObject } from "../edit/body.ts";

/** A part of a JSON value that is another one; `undefined` where there is none. */
export interface MemberChange {
  /** As a JSON Pointer. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The innermost parts in which two JSON values differ. A list of another length is one part: its places mean others. */
export function memberChanges(before: unknown, after: unknown, pointer = ""): readonly MemberChange[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].flatMap((name) =>
      memberChanges(own(before, name), own(after, name), `${pointer}/${escaped(name)}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item: unknown, place) => memberChanges(item, after[place], `${pointer}/${place}`));
  return isSame(before, after) ? [] : [{ pointer, before, after }];
}

function own(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Neither is looked into: an object is another thing than a list, and lists differ in length. */
function isSame(before: unknown, after: unknown): boolean {
  return jsonText(before) === jsonText(after);
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

import { type Body, isObject, withMember } from "../edit/body.ts";

export function membersOf(value: unknown): Body {
  return isObject(value) ? value : {};
}

/** What stands at a JSON Pointer; `undefined` where nothing does. */
export function valueAt(value: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)] as unknown;
    return isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }, value);
}

/** A value of which a part is another; objects on the way that are missing are made. Nothing else changes. */
export function withValueAt(value: unknown, pointer: string, next: unknown): unknown {
  const [part, ...others] = partsOf(pointer);
  return part === undefined ? next : replaced(value, [part, ...others], next);
}

function replaced(value: unknown, [part, ...others]: readonly [string, ...string[]], next: unknown): unknown {
  const [following] = others;
  const inner = (old: unknown): unknown =>
    following === undefined ? next : replaced(old, [following, ...others.slice(1)], next);
  if (Array.isArray(value))
    return (value as readonly unknown[]).with(Number(part), inner(value[Number(part)]));
  const members = membersOf(value);
  return withMember(members, part, inner(members[part]));
}

function partsOf(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

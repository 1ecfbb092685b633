/** A body, or a part of it, as `parseExactJson` reads it. */
export type JsonMembers = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is JsonMembers {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** A number that was kept as its text. */
function isRawNumber(value: object): boolean {
  const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };
  return isRawJSON?.(value) === true;
}

export function membersOf(value: unknown): JsonMembers {
  return isMembers(value) ? value : {};
}

export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An object of which one member is another, in its place; `undefined` takes it away. */
export function withMember(value: JsonMembers, name: string, member: unknown): JsonMembers {
  if (member !== undefined) return { ...value, [name]: member };
  const { [name]: _, ...others } = value;
  return others;
}

/** What stands at a JSON Pointer; `undefined` where nothing does. */
export function valueAt(value: unknown, pointer: string): unknown {
  return partsOf(pointer).reduce<unknown>((at, part) => {
    if (Array.isArray(at)) return at[Number(part)] as unknown;
    return isMembers(at) && Object.hasOwn(at, part) ? at[part] : undefined;
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

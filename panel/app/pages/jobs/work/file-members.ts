import type { WorkMembers } from "./work-members.ts";

/** What a member is, and so how it is written. */
export type FileMemberKind =
  | "place"
  /** A place, or a stored file among the arguments. */
  | "source"
  /** A place, or a stored file of the run. */
  | "target"
  | "line"
  | "text"
  | "flag"
  | "by"
  | readonly string[];

const FAIL_OR_REPLACE = ["fail", "replace"] as const;
const FORMATS = ["zip", "tar.gz"] as const;

/** The members of each operation, as the API takes them. The first of a choice is the one that is left out. */
export const FILE_MEMBERS = {
  read: { from: "source", as: ["", "text", "file"] },
  exists: { at: "place" },
  write: {
    to: "target",
    text: "text",
    encoding: ["utf8", "base64"],
    ifExists: ["fail", "replace", "append"],
  },
  copy: { from: "source", to: "target", ifExists: FAIL_OR_REPLACE },
  move: { from: "place", to: "place", ifExists: FAIL_OR_REPLACE },
  remove: { at: "place", recursive: "flag", ifMissing: ["fail", "pass"] },
  concat: {
    from: "place",
    match: "line",
    recursive: "flag",
    to: "target",
    separator: "line",
    ifExists: FAIL_OR_REPLACE,
  },
  split: { from: "source", to: "place", by: "by", name: "line", ifExists: FAIL_OR_REPLACE },
  checksum: { from: "source", algorithm: ["sha-256", "sha-1", "md5"], expect: "line" },
  list: { at: "place", match: "line", recursive: "flag" },
  pack: { from: "place", match: "line", to: "target", format: FORMATS, ifExists: FAIL_OR_REPLACE },
  unpack: { from: "source", to: "place", format: FORMATS, ifExists: FAIL_OR_REPLACE },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FileMemberKind>>>>;
export type FileOperationName = keyof typeof FILE_MEMBERS;
export type FileMemberName =
  | "from"
  | "to"
  | "at"
  | "as"
  | "text"
  | "encoding"
  | "ifExists"
  | "recursive"
  | "ifMissing"
  | "match"
  | "separator"
  | "by"
  | "name"
  | "algorithm"
  | "expect"
  | "format";

export const FILE_DEEDS = Object.keys(FILE_MEMBERS) as readonly FileOperationName[];
/** Members that are written though they are the first of their choice: the API has no default for them. */
const ALWAYS: ReadonlySet<string> = new Set(["format"]);
/** Members that change what is at their place. */
const WRITTEN: Readonly<Partial<Record<FileOperationName, readonly string[]>>> = {
  remove: ["at"],
  move: ["from", "to"],
};

/** An operation that this panel knows; a newer API may have others. */
export function fileDeed(name: string): FileOperationName | null {
  return FILE_DEEDS.find((known) => known === name) ?? null;
}

export function membersOfDeed(
  operation: FileOperationName,
): readonly (readonly [FileMemberName, FileMemberKind])[] {
  return Object.entries(FILE_MEMBERS[operation]) as unknown as readonly (readonly [
    FileMemberName,
    FileMemberKind,
  ])[];
}

/** The same work with another operation: what that one does not take is left out. */
export function withDeed(work: WorkMembers, operation: FileOperationName): WorkMembers {
  const members = membersOfDeed(operation);
  const kept = members.filter(([name, kind]) => Object.hasOwn(work, name) && isFit(work[name], kind));
  const added = members.flatMap(([name, kind]) =>
    ALWAYS.has(name) && typeof kind === "object" && !Object.hasOwn(work, name)
      ? [[name, kind[0]] as const]
      : [],
  );
  return {
    kind: work["kind"],
    do: operation,
    ...Object.fromEntries(kept.map(([name]) => [name, work[name]])),
    ...Object.fromEntries(added),
  };
}

function isFit(value: unknown, kind: FileMemberKind): boolean {
  if (typeof kind === "object") return kind.includes(String(value));
  if (kind !== "place") return true;
  return typeof value !== "object" || value === null || "root" in value;
}

/** What a choice is written as: nothing for the one that holds anyway. */
export function chosen(name: FileMemberName, choices: readonly string[], value: string): string | undefined {
  return value === choices[0] && !ALWAYS.has(name) ? undefined : value;
}

/** Whether something is changed at the place of a member. */
export function isWritten(operation: FileOperationName, name: FileMemberName): boolean {
  return name === "to" || (WRITTEN[operation]?.includes(name) ?? false);
}

/** The end of the name under which workers offer a root for writing. */
const FOR_WRITING = ":write";

/** The roots among what workers offer: all, or those for writing. */
export function rootsIn(names: readonly string[], forWriting: boolean): readonly string[] {
  const written = names.filter((name) => name.endsWith(FOR_WRITING));
  return forWriting
    ? written.map((name) => name.slice(0, -FOR_WRITING.length))
    : names.filter((name) => !name.endsWith(FOR_WRITING));
}

/** A place, or a stored file, as fields show it. */
export interface ShownPlace {
  /** Empty of a stored file. */
  readonly root: string;
  readonly path: string;
  readonly isStored: boolean;
}

/** `null` for what the form does not show, such as a list of files. */
export function shownPlace(value: unknown): ShownPlace | null {
  if (value === undefined) return { root: "", path: "", isStored: false };
  if (typeof value === "string") {
    const colon = value.indexOf(":");
    const isWhole = colon >= 0;
    return { root: isWhole ? value.slice(0, colon) : "", path: value.slice(colon + 1), isStored: false };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const { root, path, stored, store } = value as Readonly<Record<string, unknown>>;
  if (typeof root === "string" && typeof path === "string") return { root, path, isStored: false };
  const file = stored ?? store;
  return typeof file === "string" ? { root: "", path: file, isStored: true } : null;
}

/** The same as the API takes it. */
export function statedPlace({ root, path, isStored }: ShownPlace, kind: FileMemberKind): unknown {
  if (!isStored) return `${root}:${path}`;
  return kind === "source" ? { stored: path } : { store: path };
}

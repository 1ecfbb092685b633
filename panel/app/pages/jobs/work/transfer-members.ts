import type { WorkMembers } from "./work-members.ts";

/** What a member is, and so how it is written. */
export type TransferMemberKind =
  /** A path on the server. */
  | "remote"
  /** A place of the worker, or a stored file among the arguments. */
  | "source"
  /** A place of the worker, or a stored file of the run. */
  | "target"
  | "line"
  | readonly string[];

const IF_EXISTS = ["fail", "replace", "skip"] as const;

/** The members of each operation beside the connection, as the API takes them. The first of a choice is the one that is left out. */
export const TRANSFER_MEMBERS = {
  download: {
    from: "remote",
    match: "line",
    to: "target",
    ifExists: IF_EXISTS,
    algorithm: ["", "sha-256", "sha-1", "md5"],
    expect: "line",
  },
  upload: { from: "source", match: "line", to: "remote", ifExists: IF_EXISTS },
  list: { at: "remote", match: "line" },
  exists: { at: "remote" },
  move: { from: "remote", to: "remote", ifExists: ["fail", "replace"] },
  remove: { at: "remote", ifMissing: ["fail", "pass"] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, TransferMemberKind>>>>;
export type TransferOperationName = keyof typeof TRANSFER_MEMBERS;
export type TransferMemberName =
  | "from"
  | "to"
  | "at"
  | "match"
  | "ifExists"
  | "ifMissing"
  | "algorithm"
  | "expect";

export const TRANSFER_OPERATIONS = Object.keys(TRANSFER_MEMBERS) as readonly TransferOperationName[];
/** Those that change something on the server. */
const CHANGING: ReadonlySet<TransferOperationName> = new Set(["upload", "move", "remove"]);
/** Before the names of roots, among what workers offer. */
const ROOT = "root:";
const FOR_WRITING = ":write";

/** An operation that this panel knows; a newer API may have others. */
export function transferOperation(name: string): TransferOperationName | null {
  return TRANSFER_OPERATIONS.find((known) => known === name) ?? null;
}

export function membersOfTransfer(
  operation: TransferOperationName,
): readonly (readonly [TransferMemberName, TransferMemberKind])[] {
  return Object.entries(TRANSFER_MEMBERS[operation]) as unknown as readonly (readonly [
    TransferMemberName,
    TransferMemberKind,
  ])[];
}

/** The same work with another operation: what that one does not take is left out. */
export function withTransfer(work: WorkMembers, operation: TransferOperationName): WorkMembers {
  const kept = membersOfTransfer(operation).filter(
    ([name, kind]) => Object.hasOwn(work, name) && isFit(work[name], kind, work, name),
  );
  return {
    kind: work["kind"],
    do: operation,
    connection: work["connection"],
    ...Object.fromEntries(kept.map(([name]) => [name, work[name]])),
  };
}

/** A path of a server is no place of a worker, though both are texts. */
function isFit(
  value: unknown,
  kind: TransferMemberKind,
  work: WorkMembers,
  name: TransferMemberName,
): boolean {
  if (typeof kind === "object") return kind.includes(String(value));
  const operation = transferOperation(String(work["do"]));
  const before = operation === null ? undefined : Object.fromEntries(membersOfTransfer(operation))[name];
  return before === kind;
}

/** The connections among what workers offer: all, or those that the operation may change. */
export function connectionsFor(
  operation: TransferOperationName,
  names: readonly string[],
): readonly string[] {
  const connections = names.filter((name) => !name.startsWith(ROOT));
  const written = connections.filter((name) => name.endsWith(FOR_WRITING));
  return CHANGING.has(operation)
    ? written.map((name) => name.slice(0, -FOR_WRITING.length))
    : connections.filter((name) => !name.endsWith(FOR_WRITING));
}

/** The names of roots as workers of jobs with files offer them. */
export function rootsAmong(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(ROOT)).map((name) => name.slice(ROOT.length));
}

import { isStored, offeredNameOf, partsOf, type Source, type Target } from "@mojob/file-runner/work";
import { isList, type TransferWork } from "./transfer-work.ts";

/** A connection or root that work states. */
export interface StatedName {
  /** Where it stands in the work. */
  readonly member: string;
  /** The name under which workers offer it. */
  readonly offered: string;
}

/** Before the names of roots: connections are offered beside them. */
const ROOT = "root:";

export function offeredConnection(name: string, isWritten: boolean): string {
  return offeredNameOf({ root: name, isWritten });
}

export function offeredRoot(root: string, isWritten: boolean): string {
  return `${ROOT}${offeredNameOf({ root, isWritten })}`;
}

/** What stands for a name that is offered where work states it. */
export function statedAs(offered: string): string {
  return offered.replace(/^root:/, "").replace(/:write$/, "");
}

/** The names that can stand where this one does. */
export function alikeIn(names: readonly string[], { offered }: StatedName): readonly string[] {
  const isRoot = offered.startsWith(ROOT);
  const isWritten = offered.endsWith(":write");
  return names
    .filter((name) => name.startsWith(ROOT) === isRoot && name.endsWith(":write") === isWritten)
    .map(statedAs);
}

/** The connection of work, and the roots in which it reads or writes; stored files are in none. */
export function namesOf(work: TransferWork): readonly StatedName[] {
  const changes = work.do === "upload" || work.do === "move" || work.do === "remove";
  const connection = { member: "connection", offered: offeredConnection(work.connection, changes) };
  if (work.do === "download") return [connection, ...rootOf("to", work.to, true)];
  if (work.do !== "upload") return [connection];
  const { from } = work;
  const sources = isList<Source>(from)
    ? from.flatMap((one, index) => rootOf(`from/${index}`, one, false))
    : rootOf("from", from, false);
  return [connection, ...sources];
}

function rootOf(member: string, place: Source | Target, isWritten: boolean): readonly StatedName[] {
  if (isStored(place) || (typeof place === "object" && "stored" in place)) return [];
  const root = partsOf(place)?.root;
  return root === undefined ? [] : [{ member, offered: offeredRoot(root, isWritten) }];
}

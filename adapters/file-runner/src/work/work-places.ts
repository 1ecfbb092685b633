import type { Source, Target, FileWork } from "./file-work.ts";
import { partsOf, type Place } from "../place/place.ts";

/** A place that work states. */
export interface StatedPlace {
  /** Where it stands in the work: `from`, or `from/0` of a list. */
  readonly member: string;
  readonly root: string;
  readonly isWritten: boolean;
}

/** The end of the name under which a worker offers a root for writing. */
const WRITABLE = ":write";

/** The name that a worker offers for what is done at a place: that of the root, or that of the root for writing. */
export function offeredNameOf({ root, isWritten }: Pick<StatedPlace, "root" | "isWritten">): string {
  return isWritten ? `${root}${WRITABLE}` : root;
}

/** The roots among names that workers offer: all, or those for writing. */
export function rootsIn(names: readonly string[], isWritten: boolean): readonly string[] {
  if (!isWritten) return names.filter((name) => !name.endsWith(WRITABLE));
  return names.filter((name) => name.endsWith(WRITABLE)).map((name) => name.slice(0, -WRITABLE.length));
}

/** The places at which work does something; stored files are at none. */
export function placesOf(work: FileWork): readonly StatedPlace[] {
  switch (work.do) {
    case "exists":
    case "list":
      return [...at("at", work.at, false)];
    case "remove":
      return [...at("at", work.at, true)];
    case "read":
    case "checksum":
      return [...at("from", work.from, false)];
    case "write":
      return [...at("to", work.to, true)];
    case "move":
      return [...at("from", work.from, true), ...at("to", work.to, true)];
    case "concat": {
      const from = Array.isArray(work.from)
        ? (work.from as readonly Source[]).flatMap((one, index) => at(`from/${index}`, one, false))
        : at("from", work.from as Place, false);
      return [...from, ...at("to", work.to, true)];
    }
    default:
      return [...at("from", work.from, false), ...at("to", work.to, true)];
  }
}

function at(member: string, place: Source | Target, isWritten: boolean): readonly StatedPlace[] {
  if (typeof place === "object" && ("stored" in place || "store" in place)) return [];
  const root = partsOf(place)?.root;
  return root === undefined ? [] : [{ member, root, isWritten }];
}

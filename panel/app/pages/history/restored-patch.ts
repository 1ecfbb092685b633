import type { Act } from "../../api/operations.generated.ts";

type Change = Act["changes"][number];

/** The patch that undoes an edit. */
export interface RestoredPatch {
  /** The values of before, by name. */
  readonly patch: Readonly<Record<string, unknown>>;
  /** Names of those that the history does not have as they were. */
  readonly left: readonly string[];
}

/** They have a way back of their own: versions of the script, and to pause again. */
const OWN_WAY: ReadonlySet<string> = new Set(["script", "draft", "pause", "copied"]);
/** The marks that the server puts in the place of secrets, and at the end of a text that is too long. */
const MASK = '"***"';
const CUT = "…";
/** Their texts are kept as versions and not here. */
const WITH_VERSIONS: ReadonlySet<unknown> = new Set(["script", "task"]);

/** The values before an edit, as far as they can be put back. */
export function restoredPatch(changes: readonly Change[]): RestoredPatch {
  const patch: Record<string, unknown> = {};
  const left: string[] = [];
  for (const { pointer, before } of changes) {
    const name = pointer.slice(1);
    const value = OWN_WAY.has(name) ? undefined : valueIn(before);
    if (value === undefined || (name === "work" && hasVersions(value))) left.push(name);
    else patch[name] = value;
  }
  return { patch, left };
}

/** `undefined` where the text is not the whole value. */
function valueIn(text: string | null): unknown {
  if (text === null) return null;
  if (text.includes(MASK) || text.endsWith(CUT)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasVersions(work: unknown): boolean {
  return typeof work === "object" && work !== null && "kind" in work && WITH_VERSIONS.has(work.kind);
}

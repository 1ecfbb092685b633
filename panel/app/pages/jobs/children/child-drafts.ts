import { jsonText } from "../../../ui/json/json-text.ts";

/** When the end of a run starts a child. */
export const CHILD_ENDS = ["success", "failure", "end"] as const;
export type ChildEnd = (typeof CHILD_ENDS)[number];

/** A child job while it is written. */
export interface ChildDraft {
  readonly job: string;
  readonly on: ChildEnd;
  /** Each argument as a text, which may have values of the run in braces. */
  readonly args: readonly (readonly [name: string, value: string])[];
  readonly when: string;
  readonly edge: boolean;
}

export const NEW_CHILD: ChildDraft = { job: "", on: "success", args: [], when: "", edge: false };

const MEMBERS: ReadonlySet<string> = new Set(["job", "on", "args", "when", "edge"]);

/** The children in a list as JSON; `null` where fields cannot show it: it is malformed, or arguments are more than texts by name. */
export function readChildren(text: string): readonly ChildDraft[] | null {
  if (text.trim() === "") return [];
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list)) return null;
  const drafts = list.map(draftOf);
  return drafts.every((draft) => draft !== null) ? drafts : null;
}

function draftOf(child: unknown): ChildDraft | null {
  if (typeof child !== "object" || child === null || Array.isArray(child)) return null;
  const { job, on = "success", args = {}, when = "", edge = false } = child as Record<string, unknown>;
  const end = CHILD_ENDS.find((one) => one === on);
  const named = namedTexts(args);
  const isKnown = Object.keys(child).every((member) => MEMBERS.has(member));
  if (!isKnown || end === undefined || named === null) return null;
  if (typeof job !== "string" || typeof when !== "string" || typeof edge !== "boolean") return null;
  return { job, on: end, args: named, when, edge };
}

function namedTexts(args: unknown): readonly (readonly [string, string])[] | null {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return null;
  const entries = Object.entries(args as Record<string, unknown>);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === "string") ? entries : null;
}

/** The list as JSON; empty for none. */
export function textOfChildren(drafts: readonly ChildDraft[]): string {
  if (drafts.length === 0) return "";
  return jsonText(
    drafts.map(({ job, on, args, when, edge }) => ({
      job,
      on,
      ...(args.length > 0 && { args: Object.fromEntries(args) }),
      ...(when.trim() !== "" && { when: when.trim() }),
      ...(edge && { edge }),
    })),
  );
}

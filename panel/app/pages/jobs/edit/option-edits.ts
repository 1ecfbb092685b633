import type { Operations } from "../../../api/operations.generated.ts";
import {
  isSameValue,
  type OptionInput,
  type OptionPath,
  type OptionValue,
  type OptionValues,
  valueOf,
} from "./option-fields.ts";

export interface OptionEdit {
  readonly input: OptionInput;
  /** The stored value when the edit began. */
  readonly base: OptionValue | undefined;
}

/** The edits that are not saved yet. Everything else follows the stored values. */
export type OptionEdits = Readonly<Partial<Record<OptionPath, OptionEdit>>>;

/** Both versions of an option that was changed by someone else after its edit began. */
export interface OptionConflict {
  readonly path: OptionPath;
  readonly theirs: OptionValue | undefined;
  /** `undefined` where the input means nothing. */
  readonly mine: OptionValue | undefined;
}

/** Edits an option; back to what is stored is no edit. */
export function editOption(
  edits: OptionEdits,
  path: OptionPath,
  input: OptionInput,
  stored: OptionValues,
): OptionEdits {
  const base = edits[path]?.base ?? stored[path];
  if (isSameValue(valueOf(path, input), stored[path]) && isSameValue(base, stored[path])) {
    return takeTheirs(edits, path);
  }
  return { ...edits, [path]: { input, base } };
}

export function takeTheirs(edits: OptionEdits, path: OptionPath): OptionEdits {
  const { [path]: _, ...others } = edits;
  return others;
}

/** Keeps the edit although the option was changed meanwhile: it is now an edit of the new value. */
export function keepMine(edits: OptionEdits, path: OptionPath, stored: OptionValues): OptionEdits {
  const edit = edits[path];
  return edit === undefined ? edits : { ...edits, [path]: { ...edit, base: stored[path] } };
}

export function conflictsOf(edits: OptionEdits, stored: OptionValues): readonly OptionConflict[] {
  return entriesOf(edits)
    .map(([path, { input, base }]) => ({ path, base, theirs: stored[path], mine: valueOf(path, input) }))
    .filter(({ base, theirs, mine }) => !isSameValue(theirs, base) && !isSameValue(theirs, mine))
    .map(({ path, theirs, mine }) => ({ path, theirs, mine }));
}

/** The edits whose input means nothing. */
export function unreadableOf(edits: OptionEdits): readonly OptionPath[] {
  return entriesOf(edits)
    .filter(([path, { input }]) => valueOf(path, input) === undefined)
    .map(([path]) => path);
}

/** The edits as the API takes them. */
export function patchOf(edits: OptionEdits): Operations["updateJob"]["body"] {
  const patch: Record<string, unknown> = {};
  for (const [path, { input }] of entriesOf(edits)) {
    const [outer = "", inner] = path.split(".");
    const value = valueOf(path, input);
    patch[outer] = inner === undefined ? value : { ...(patch[outer] as object | undefined), [inner]: value };
  }
  return patch;
}

function entriesOf(edits: OptionEdits): readonly (readonly [OptionPath, OptionEdit])[] {
  return Object.entries(edits) as readonly (readonly [OptionPath, OptionEdit])[];
}

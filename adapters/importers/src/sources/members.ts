import type { JsonValue } from "@mojob/core";
import type { JsonRecord } from "./json-documents.ts";

/** How a value that a source has under a name is carried over. */
export interface Member {
  /** The option or part that it becomes, as the page of imports names it; `null` where nothing here has it. */
  readonly as: string | null;
  /** The values that say nothing: any other is a finding. `null` where the reader itself says what there is to say. */
  readonly usual: readonly JsonValue[] | null;
  /** Whether a value that cannot be carried refuses the job. */
  readonly refuses: boolean;
  /** Whether it says anything of what a job does. */
  readonly isUsed: boolean;
}

/** The names that a record of a source can have. One that is not among them is a finding. */
export type Members = Readonly<Record<string, Member>>;

/** It becomes options of the job, or parts of its work. */
export function carried(as: string): Member {
  return { as, usual: null, refuses: false, isUsed: true };
}

/** It is carried over, and a job without it, or with a value of no meaning, is refused. */
export function required(as: string): Member {
  return { as, usual: null, refuses: true, isUsed: true };
}

/** Nothing here has it: every other value than these is a finding. */
export function lost(...usual: readonly JsonValue[]): Member {
  return { as: null, usual, refuses: false, isUsed: true };
}

/** Nothing here has it, and the reader says so in words of its own. */
export const TOLD: Member = { as: null, usual: null, refuses: false, isUsed: true };

/** Bookkeeping of the source, which says nothing of a job's work. */
export const UNUSED: Member = { as: null, usual: null, refuses: false, isUsed: false };

/** Members by lists of their names. */
export function members(...groups: readonly (readonly [names: string, member: Member])[]): Members {
  return Object.fromEntries(
    groups.flatMap(([names, member]) => names.split(" ").map((name) => [name, member] as const)),
  );
}

/** The members of a record that nothing here has: those that are lost, and those that are not known. */
export function* notCarried(
  record: JsonRecord,
  known: Members,
  saysNothing: readonly JsonValue[] = [],
): Generator<readonly [name: string, value: JsonValue]> {
  for (const [name, value] of Object.entries(record)) {
    const usual = Object.hasOwn(known, name) ? (known[name]?.usual ?? null) : saysNothing;
    if (usual !== null && !isEmpty(value) && !usual.includes(value)) yield [name, value];
  }
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
}

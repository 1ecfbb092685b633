import { declarationOf } from "../model/declaration.ts";
import type { JobDefinition } from "../model/job-definition.ts";

/** Whether the first is a later edit than the second, or of a later job under the same key. */
export function isNewer(a: JobDefinition, b: JobDefinition): boolean {
  const later = a.createdAt.getTime() - b.createdAt.getTime();
  return later === 0 ? a.revision > b.revision : later > 0;
}

/** Whether both are the same edit of the same code; a difference in the order of names only costs a reload. */
export function isSame(known: JobDefinition | undefined, stored: JobDefinition): boolean {
  const textOf = (definition: JobDefinition): string =>
    JSON.stringify([definition.revision, declarationOf(definition)]);
  return known !== undefined && textOf(known) === textOf(stored);
}

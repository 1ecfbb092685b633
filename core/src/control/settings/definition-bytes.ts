import { byteLength } from "../../base/truncate.ts";
import type { JobDefinition } from "../../model/job-definition.ts";

/** A definition that was read never changes: another revision is another object. */
const counted = new WeakMap<JobDefinition, number>();

/** How long a definition is as JSON, with the text of its work that is in force, and without what was done to it. */
export function definitionBytes(definition: JobDefinition): number {
  const known = counted.get(definition);
  if (known !== undefined) return known;
  const { latestAct: _, ...stated } = definition;
  const bytes = byteLength(JSON.stringify(stated));
  counted.set(definition, bytes);
  return bytes;
}

import type { JobInstance, RunPart } from "../instance/job-instance.ts";
import { followUpId } from "../name/follow-up-id.ts";

/** The ids of parts, as a pattern that stores can match too: no child job has one, because a job key has no "#". */
export const PART_ID: RegExp = /^~[\s\S]*\/#[^/]+$/;

/** The id of a part: the same from every process. */
export function partId({ of, name }: RunPart): Promise<string> {
  return followUpId(of, `#${name}`);
}

/** The ids of a run's parts with these names, in their order. */
export function partIds(of: string, names: readonly string[]): Promise<readonly string[]> {
  return Promise.all(names.map((name) => partId({ of, name })));
}

/** Whether an id is that of a part; where the id of the whole has more than some 240 characters it does not say so. */
export function isPartId(id: string): boolean {
  return PART_ID.test(id);
}

/** The run that a part is of by its id, as far as the id says it; `null` for any other run. */
export function wholeOf(id: string): string | null {
  return isPartId(id) ? id.slice(1, id.lastIndexOf("/")) : null;
}

/** Whether a run is a part of another one; one that repeats a part is a run of its own. */
export function isPart({ part }: Pick<JobInstance, "part">): boolean {
  return part !== null;
}

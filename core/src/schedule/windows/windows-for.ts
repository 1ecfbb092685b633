import type { JobDefinition } from "../../model/job-definition.ts";
import type { JobWindow } from "../../model/window/job-window.ts";
import { windowIsFor } from "../../model/window/window-is-for.ts";

const NONE: readonly JobWindow[] = [];
const known = new WeakMap<readonly JobWindow[], WeakMap<JobDefinition, readonly JobWindow[]>>();

/** Those of the windows that are for a job: found once for each edit of either, as plans are made every few seconds. */
export function windowsFor(windows: readonly JobWindow[], definition: JobDefinition): readonly JobWindow[] {
  if (windows.length === 0) return NONE;
  let byJob = known.get(windows);
  if (byJob === undefined) known.set(windows, (byJob = new WeakMap()));
  let own = byJob.get(definition);
  if (own === undefined) {
    const found = windows.filter(({ window }) => windowIsFor(window, definition));
    byJob.set(definition, (own = found.length === 0 ? NONE : found));
  }
  return own;
}

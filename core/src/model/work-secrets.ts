import { type JobWork, WorkKind } from "./job-work.ts";
import { runParts } from "./phased-work.ts";
import { rulesOf } from "./work-kinds.ts";

const known = new WeakMap<JobWork, readonly string[]>();

/** The secrets that a job's work names, each once: a program's list, and what the texts of other work refer to. Found once, as each of its runs asks. */
export function secretsOf(work: JobWork): readonly string[] {
  let names = known.get(work);
  if (names === undefined) {
    names = [...new Set(runParts(work).flatMap((part) => rulesOf(part).secrets?.(part) ?? []))];
    known.set(work, names);
  }
  return names;
}

/** Whether work may have secrets in its arguments: programs have those in their environment, which others can see. */
export function takesSecretArgs(work: JobWork): boolean {
  return !runParts(work).some(
    ({ kind }) => kind === WorkKind.Script || kind === WorkKind.Command || kind === WorkKind.Task,
  );
}

import { type JobWork, WorkKind } from "./job-work.ts";
import { runParts } from "./phased-work.ts";
import { rulesOf } from "./work-kinds.ts";

/** The secrets that a job's work names, each once: a program's list, and what the texts of other work refer to. */
export function secretsOf(work: JobWork): readonly string[] {
  return [...new Set(runParts(work).flatMap((part) => rulesOf(part).secrets?.(part) ?? []))];
}

/** Whether work may have secrets in its arguments: programs have those in their environment, which others can see. */
export function takesSecretArgs(work: JobWork): boolean {
  return !runParts(work).some(
    ({ kind }) => kind === WorkKind.Script || kind === WorkKind.Command || kind === WorkKind.Task,
  );
}

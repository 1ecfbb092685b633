import type { JobDetail } from "../../../api/operations.generated.ts";

/** The text that a job runs, and which version it is. */
export interface ScriptInJob {
  readonly version: number;
  readonly language: string;
  readonly source: string;
}

/** `null` for a job that runs no script. One from before versions were kept is at its first. */
export function scriptInJob({ work, script }: Pick<JobDetail, "work" | "script">): ScriptInJob | null {
  const version = script?.version ?? 1;
  const { kind, language, source, glueType, glueSource } = work;
  if (kind === "script") return { version, language: String(language), source: String(source) };
  if (kind !== "xxl" || typeof glueSource !== "string" || typeof glueType !== "string") return null;
  return { version, language: glueType, source: glueSource };
}

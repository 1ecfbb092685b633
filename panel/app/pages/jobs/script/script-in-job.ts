import type { JobDetail } from "../../../api/operations.generated.ts";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";

/** The text that a job runs, and which version it is. */
export interface ScriptInJob {
  readonly version: number;
  readonly language: string;
  readonly source: string;
}

/** The language of a task, whose text is its body as JSON. */
export const TASK_LANGUAGE = "task";

/** The text of a version as people read it: the body of a task is stored in one line. */
export function readableScript({
  version,
  language,
  source,
}: Omit<ScriptInJob, "source"> & { readonly source: string | null }): ScriptInJob {
  // One who may not read texts is shown none.
  if (source === null) return { version, language, source: "" };
  const isTask = language === TASK_LANGUAGE;
  return { version, language, source: isTask ? jsonText(parseExactJson(source)) : source };
}

/** `null` for a job that runs neither script nor task. One from before versions were kept is at its first. */
export function scriptInJob({ work, script }: Pick<JobDetail, "work" | "script">): ScriptInJob | null {
  const version = script?.version ?? 1;
  const { kind, language, source, glueType, glueSource, body } = work;
  if (kind === TASK_LANGUAGE) return { version, language: TASK_LANGUAGE, source: jsonText(body) };
  if (kind === "script") return { version, language: String(language), source: String(source) };
  if (kind !== "xxl" || typeof glueSource !== "string" || typeof glueType !== "string") return null;
  return { version, language: glueType, source: glueSource };
}

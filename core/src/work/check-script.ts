import { sha256 } from "../base/fingerprint.ts";
import { scriptStampOf } from "../definition/script/script-in-force.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { type ScriptStamp, scriptTextOf } from "../model/script-version.ts";
import { WorkError, WorkErrorCode } from "./work-error.ts";

/**
 * Checks that the text a job is about to run is the one that was saved. Resolves to what is known about its version; to
 * `null` where the job runs no script.
 * @throws WorkError `script_changed` where the text does not have the hash of its version
 */
export async function checkScript(definition: JobDefinition): Promise<ScriptStamp | null> {
  const text = scriptTextOf(definition.work);
  const stamp = await scriptStampOf(definition);
  if (text === null || stamp === null) return null;
  if ((await sha256(text.source)) === stamp.hash) return stamp;
  throw new WorkError(WorkErrorCode.ScriptChanged, { version: stamp.version });
}

import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { scriptStampOf } from "../../definition/script/script-in-force.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { JobInstance, JobTrigger } from "../../model/instance/job-instance.ts";
import { WorkKind } from "../../model/job-work.ts";
import { ReasonCode } from "../../model/reason.ts";
import type { RerunRequest } from "../../scheduler/instance-requests.ts";
import type { IMoScriptStore } from "../../ports/script-store.ts";

type AskedRerun = { readonly [Name in keyof RerunRequest]: RerunRequest[Name] | undefined };

/** The part of a task that its re-run executes, as its trigger says it; nothing for other work. @throws MoJobError as `versionOfRerun` */
export async function howOfRerun(
  original: Pick<JobInstance, "id" | "history" | "trigger">,
  definition: JobDefinition,
  { mode, version: wanted }: Pick<AskedRerun, "mode" | "version">,
  scripts: Pick<IMoScriptStore, "get">,
): Promise<Pick<JobTrigger, "mode" | "version">> {
  const version = await versionOfRerun(original, definition, wanted, scripts);
  return { ...(mode !== undefined && { mode: { ...mode } }), ...(version !== null && { version }) };
}

/**
 * The version of a task's graph that a re-run executes: that of the run it repeats, where that is kept still. `null` for the newest, and
 * for other work.
 * @throws MoJobError `invalid_argument` for a version that is asked for and not there
 */
async function versionOfRerun(
  original: Pick<JobInstance, "id" | "history" | "trigger">,
  definition: JobDefinition,
  wanted: RerunRequest["version"],
  scripts: Pick<IMoScriptStore, "get">,
): Promise<number | null> {
  const { work, tenant, key } = definition;
  if (work.kind !== WorkKind.Task || wanted === "newest") return null;
  const version = wanted ?? versionOf(original);
  if (version === null) return null;
  if ((await scriptStampOf(definition))?.version === version) return version;
  const kept = await scripts.get(tenant, key, version);
  if (kept !== null && kept.draft !== true) return version;
  if (wanted === undefined) return null;
  throw invalidInput(`run "${original.id}" again`, [
    issueAt("/version", "not_one_of", { values: ["newest", "a version of the task that is no draft"] }),
  ]);
}

function versionOf({ history, trigger }: Pick<JobInstance, "history" | "trigger">): number | null {
  if (trigger.version !== undefined) return trigger.version;
  for (const { reason } of history) if (reason?.code === ReasonCode.Task) return reason.parameters.version;
  return null;
}

import type { JobInstance } from "@mojob/core";
import type { ValueEditResult } from "@mojob/core/engine";
import type { ValueEditRequest } from "@mojob/core/feature";
import { partIds } from "@mojob/core/ports";
import type { ValueEdits } from "../driver/value-edits.ts";
import { staleValue, taskRefused } from "./task-refused.ts";

/** Puts a value over another one of a task, or says what that would leave as it is. @throws MoJobError as `TaskService.editValue` */
export async function editValue(
  edits: ValueEdits,
  run: JobInstance,
  { path, value, reason, ifRevision = null, dryRun = false }: ValueEditRequest,
  by: string,
): Promise<ValueEditResult> {
  const operation = { type: "edit", path, value, reason, by } as const;
  const edited = await edits.edit(run, { operation, sinceRev: ifRevision, isDry: dryRun });
  if (edited.type === "refused") throw taskRefused(run.id, edited.refused);
  if (edited.type === "stale") throw staleValue(run.id, path, edited);
  const names = edited.uses.map((use) => use.run ?? "");
  const ids = await partIds(run.id, names);
  const uses = edited.uses.map((use, place) => ({
    ...use,
    runId: use.run === null ? null : (ids[place] ?? null),
  }));
  return { revision: edited.rev, value: edited.value, uses };
}

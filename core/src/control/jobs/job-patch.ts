import type { Requester } from "../../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { canonicalJson, jsonOf } from "../../base/json.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { flattenOptions } from "../../model/option/resolve-options.ts";
import type { ScriptNote } from "../../definition/script/stamp-script.ts";
import type { JobDetail } from "../../scheduler/job-service.ts";

/** `JobService.update`, with what the history of its script is to say. */
export type JobUpdate = (
  requester: Requester,
  key: string,
  patch: unknown,
  expectedRevision: number,
  note?: ScriptNote,
) => Promise<JobDetail>;

type Editable = Pick<JobDefinition, "options" | "args" | "argsSchema" | "work">;

/** Whether what would be written is what stands. */
export function changesNothing(a: Editable, b: Editable): boolean {
  const textOf = ({ options, args, argsSchema, work }: Editable): string =>
    canonicalJson([flattenOptions(options), args, argsSchema, jsonOf(work)]);
  return textOf(a) === textOf(b);
}

/** A patch as its options and, where they are given, what stands beside them. */
export function partsOf(patch: unknown): {
  readonly stated: unknown;
  readonly args?: unknown;
  readonly argsSchema?: unknown;
  readonly work?: unknown;
} {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return { stated: patch };
  const { args, argsSchema, work, ...stated } = patch as Readonly<Record<string, unknown>>;
  return {
    stated,
    ...(args !== undefined && { args }),
    ...(argsSchema !== undefined && { argsSchema }),
    ...(work !== undefined && { work }),
  };
}

/** The refusal of an edit; `current` is `null` where it is not known. */
export function staleRevision(key: string, expected: number, current: number | null): MoJobError {
  const now = current === null ? "it was changed meanwhile" : `it is at ${current}`;
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot change job "${key}" at revision ${expected}: ${now}`,
  );
}

import { Permission } from "@mojob/core";
import {
  type InputIssue,
  issueAt,
  type JobDefinitionCache,
  LoopTurns,
  type TaskBody,
} from "@mojob/core/engine";
import { type Requester, secretUses, type StoredSecrets, type TaskCheck } from "@mojob/core/feature";
import type { Clock } from "@mojob/core/ports";
import { readStoredWork } from "../definition/read-stored-work.ts";
import { unbuiltParts } from "../definition/unbuilt-parts.ts";
import { validateTaskInTurns } from "../plan/validate-task.ts";
import { unseenResults, type UnseenResultsOptions } from "./unseen-results.ts";

/** Options of `checkBody`. */
export interface CheckOptions extends CheckBodyOptions, UnseenResultsOptions {}

export interface CheckBodyOptions {
  readonly cache: Pick<JobDefinitionCache, "getMany" | "tenant">;
  readonly secrets: Pick<StoredSecrets, "list">;
  readonly clock: Clock;
}

/**
 * Everything that is wrong with a body, and what of it is worth a look.
 * @param key of the job that has it or is to have it; `null` where that is not known
 */
export async function checkBody(
  requester: Requester,
  body: unknown,
  key: string | null,
  options: CheckOptions,
): Promise<TaskCheck> {
  const { body: read, ...check } = await readBody(requester, body, key, options);
  const job = key === null ? undefined : (await options.cache.getMany([key])).get(key);
  if (read === null || job === undefined || !requester.apps.has(job.app)) return check;
  const unseen = await unseenResults(requester, job, read, options);
  return { ...check, warnings: [...check.warnings, ...unseen] };
}

/** As `checkBody`, with the body as it is read; `null` where it has mistakes. */
export async function readBody(
  requester: Requester,
  body: unknown,
  key: string | null,
  { cache, secrets, clock }: CheckBodyOptions,
): Promise<TaskCheck & { readonly body: TaskBody | null }> {
  const { apps } = requester;
  const known = key === null ? undefined : (await cache.getMany([key])).get(key);
  const app = known !== undefined && apps.has(known.app) ? known.app : null;
  const stored = await readStoredWork({ key, app }, body, cache, (one) => apps.has(one), {
    mayCome: apps.isAll,
  });
  const checked = await validateTaskInTurns(body, stored, LoopTurns.of(clock, cache.tenant));
  const { issues, warnings, openParams } = checked;
  if (checked.body === null) return { body: null, issues, warnings, openParams };
  const secretless = await unknownSecrets(requester, app, checked.body, secrets);
  const unbuilt = unbuiltParts(checked.body);
  const read = unbuilt.length === 0 ? checked.body : null;
  return { body: read, issues: unbuilt, warnings: [...warnings, ...secretless], openParams };
}

/** Secrets that a body names and its app does not have: for those who may know which there are. */
async function unknownSecrets(
  requester: Requester,
  app: string | null,
  body: TaskBody,
  secrets: CheckBodyOptions["secrets"],
): Promise<readonly InputIssue[]> {
  const uses = secretUses(body);
  if (app === null || uses.length === 0 || !requester.holds(Permission.ReadSecrets, app)) return [];
  const known = new Set((await secrets.list(app)).map(({ name }) => name));
  return uses
    .filter(({ name }) => !known.has(name))
    .map(({ name, pointer }) => issueAt(pointer, "unknown_secret", { name, app }));
}

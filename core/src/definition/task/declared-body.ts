import { invalidInput } from "../../base/input.ts";
import { canonicalJson, type JsonObject } from "../../base/json.ts";
import { differsFromBody, type JobDefinition, JobOrigin } from "../../model/job-definition.ts";
import { codeWork, type JobWork, type TaskWork, WorkKind } from "../../model/job-work.ts";
import type { DeclaredJob } from "../../scheduler/job-registry.ts";
import type { TaskBody } from "../../model/task/task-body.ts";
import { graphRules } from "../../model/work-kinds.ts";

/**
 * The graph that code states, by itself: what its nodes name is looked at when it is registered.
 * @throws MoJobError `invalid_argument` with a pointer below `/task` for every mistake; `feature_missing`
 */
export function parseDeclaredTask(input: unknown, doing: string): TaskBody {
  const parsed = graphRules(doing).parse(input);
  if (parsed.body !== null) return parsed.body;
  throw invalidInput(
    doing,
    parsed.issues.map((issue) => ({ ...issue, pointer: `/task${issue.pointer}` })),
  );
}

export function taskWork(body: TaskBody): TaskWork {
  return { kind: WorkKind.Task, body: body as unknown as JsonObject };
}

/** The stored work of a job that its code declares for the first time. */
export function workOfCode(
  { task }: DeclaredJob,
  handler: string,
): Pick<JobDefinition, "work" | "declaredBody"> {
  if (task === undefined) return { work: codeWork(handler) };
  const work = taskWork(task);
  return { work, declaredBody: canonicalJson(work.body) };
}

/** A stored job that runs what its code says now. Unlike an option, a graph follows its code by any rule, as code does, until somebody edits it. */
export function withWorkOfCode(definition: JobDefinition, job: DeclaredJob, handler: string): JobDefinition {
  const isTask = job.task !== undefined || definition.declaredBody !== undefined;
  if (!isTask || definition.origin !== JobOrigin.Code) return definition;
  const ofCode = workOfCode(job, handler);
  const { declaredBody: _, ...rest } = definition;
  const { work } = definition.isBodyEdited === true ? definition : ofCode;
  const isSame =
    canonicalJson(work as unknown as JsonObject) === canonicalJson(definition.work as unknown as JsonObject);
  if (isSame && ofCode.declaredBody === definition.declaredBody) return definition;
  return { ...rest, ...ofCode, work: isSame ? definition.work : work };
}

/** A job after an edit of its work: a graph that is put back to the code's is edited no more. */
export function bodyEditedAfter(definition: JobDefinition, work: JobWork): JobDefinition {
  const { isBodyEdited: _, ...rest } = definition;
  const { declaredBody } = definition;
  if (declaredBody === undefined || !differsFromBody(work, declaredBody)) return rest;
  return { ...rest, isBodyEdited: true };
}

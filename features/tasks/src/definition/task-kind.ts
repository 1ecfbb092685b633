import { wanted } from "@mojob/core/engine";
import type { GraphRules } from "@mojob/core/feature";
import { type JsonObject, type TaskWork, WorkKind, type WorkKindRules } from "@mojob/core/ports";
import * as v from "valibot";
import { validateTask, validateTaskInTurns } from "../plan/validate-task.ts";
import { assertTasks } from "./assert-tasks.ts";
import { readStoredWork } from "./read-stored-work.ts";
import { unbuiltParts } from "./unbuilt-parts.ts";

const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  wanted("not_object"),
);

const GRAPH: GraphRules = {
  async issues(body, { key, app, jobs, mayName, mayCome, turns }) {
    const stored = await readStoredWork({ key, app }, body, jobs, mayName, { mayCome });
    const checked = await validateTaskInTurns(body, stored, turns);
    return checked.body === null ? checked.issues : unbuiltParts(checked.body);
  },
  parse(input) {
    const { body, issues } = validateTask(input);
    const found = body === null ? issues : unbuiltParts(body);
    return body !== null && found.length === 0 ? { body } : { body: null, issues: found };
  },
  assertDeclared: assertTasks,
};

/** Texts of bodies, each of which is asked for with every run. */
const BODY_TEXTS = new WeakMap<JsonObject, string>();

/** The language of a task, whose text is its body as JSON. */
const TASK_LANGUAGE = "task";

/** Work that is a graph of jobs, whose text is its body as JSON. */
export const TASK_KIND: WorkKindRules<TaskWork> = {
  kind: WorkKind.Task,
  schema: v.strictObject({ kind: v.literal(WorkKind.Task), body: jsonObject }),
  canBeTried: true,
  graph: GRAPH,
  text({ body }) {
    const source = BODY_TEXTS.get(body) ?? JSON.stringify(body);
    BODY_TEXTS.set(body, source);
    return { language: TASK_LANGUAGE, source };
  },
  withText: (work, { source }) => ({ ...work, body: parseBody(source) }),
};

/** A text that is no JSON stays a text, which the schema refuses where it is. */
function parseBody(source: string): JsonObject {
  try {
    return JSON.parse(source) as JsonObject;
  } catch {
    return source as unknown as JsonObject;
  }
}

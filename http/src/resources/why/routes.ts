import { MoJobErrorCode } from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instanceId, instant, jobPath } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { languageOf } from "../cron/words.ts";
import { fireExplanationJson, runExplanationJson } from "./json.ts";
import { fireExplanationSchema, runExplanationSchema } from "./schema.ts";

/** Why a run or a fire is as it is. */
export function createExplanationRoutes({ clock }: Pick<ApiContext, "clock">): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/instances/:id/explain`,
      uses: ["explanations.run"],
      operationId: "explainInstance",
      tag: RouteTag.Instances,
      summary: "Say why a run is late, waits, was skipped or failed",
      description:
        "From what is recorded: its own history, the runs and workers beside it, what was done to its job, and what differs from the " +
        "run of its job that last succeeded.",
      path: strictObject({ id: instanceId }),
      responses: {
        200: { description: "The explanation", schema: v.object({ explanation: runExplanationSchema }) },
      },
      problems: [MoJobErrorCode.InstanceNotFound],
      async handle({ path, scheduler, context }) {
        const explanation = await scheduler.explanations.run(path.id);
        return jsonResponse({
          explanation: runExplanationJson(explanation, clock.now(), languageOf(context)),
        });
      },
    }),
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/jobs/:key/explain`,
      uses: ["explanations.job"],
      operationId: "explainJob",
      tag: RouteTag.Jobs,
      summary: "Say why a job did not fire at a time, or when it fires next",
      description:
        "With `at`, a time to the second: whether the job fired then, and if not, why. Its schedules, pauses and options are judged as " +
        "they were then, as far as the history shows. Without `at`: when it fires next, and what keeps its runs from beginning now.",
      path: jobPath,
      query: strictObject({ at: v.optional(instant("The time that its schedule names")) }),
      responses: {
        200: { description: "The explanation", schema: v.object({ explanation: fireExplanationSchema }) },
      },
      problems: [MoJobErrorCode.JobNotFound],
      async handle({ path, query: { at }, scheduler, context }) {
        const explanation = await scheduler.explanations.job(path.key, at);
        return jsonResponse({ explanation: fireExplanationJson(explanation, languageOf(context)) });
      },
    }),
  ];
}

import { MoJobErrorCode } from "@mojob/core";
import { type DeclaredJob, LoopTurns, NewJobs, OptionRule, type StatedJob } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import * as v from "valibot";
import { API_BASE } from "../../route/api-context.ts";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { appName, jobKey, listOf, oneOf } from "../../schema/fields.ts";
import { stated } from "../../schema/stated.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { definitionJson } from "../jobs/json.ts";
import { definitionSchema } from "../jobs/schema.ts";
import { declareAll, declaredJob } from "./declared-job.ts";

const MAX_JOBS = 1000;
const registrationResult = v.object({
  key: v.string(),
  outcome: v.picklist(["registered", "unchanged", "updated", "differs", "refused"]),
  fields: v.pipe(v.array(v.string()), v.description("Where it differs: the options whose stored value wins")),
  argsSchemaChanged: v.pipe(
    v.boolean(),
    v.description(
      "Whether this call brought another schema of the arguments, which is in force under a new revision",
    ),
  ),
  followed: v.pipe(
    v.array(v.string()),
    v.description("Where it is updated: the options that took the code's new value"),
  ),
  message: v.pipe(v.nullable(v.string()), v.description("Where it is refused: why")),
  definition: v.pipe(
    v.nullable(definitionSchema),
    v.description("What is in force; `null` where it is refused"),
  ),
});

export interface RegistrationRoutesOptions {
  /** Whether jobs can be registered with a call. */
  readonly isOpen: boolean;
  readonly clock: Clock;
}

/** Registration of workers' jobs. */
export function createRegistrationRoutes({ isOpen, clock }: RegistrationRoutesOptions): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/registrations/check`,
      uses: ["registry.check"],
      operationId: "checkRegistrations",
      tag: RouteTag.Workers,
      summary: "List the jobs that are not registered",
      body: strictObject(
        {
          keys: listOf(jobKey, MAX_JOBS),
          app: v.optional(
            v.pipe(appName, v.description("Whose jobs they name. Without it any app's job of a key counts")),
          ),
        },
        "must be an object with keys",
      ),
      bodyExample: { keys: ["ledger/close", "mail.send"] },
      responses: {
        200: {
          description: "The keys that are not registered",
          schema: v.object({ unregistered: v.array(v.string()) }),
        },
      },
      handle: async ({ body, scheduler }) =>
        jsonResponse({ unregistered: await scheduler.registry.check(body.keys, body.app) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/registrations`,
      uses: ["registry.defaults", "registry.declare", "registry.register"],
      operationId: "registerJobs",
      tag: RouteTag.Workers,
      summary: "Register an app's jobs",
      description:
        "Options that are stored already win over the code, unless `optionRule` is `follow-code`. Repeating the call is harmless. One wrong definition refuses the whole call. " +
        "Switched off unless the option `registration` (`MOJOB_HTTP_REGISTRATION`) is on: workers that reach the store register there.",
      body: strictObject(
        {
          app: appName,
          definitions: listOf(declaredJob, MAX_JOBS, 1),
          optionRule: v.optional(
            v.pipe(
              oneOf(Object.values(OptionRule)),
              v.description(
                "`stored` keeps options that are stored already; `follow-code` gives those that nobody edited the code's value. Without it: `stored`",
              ),
            ),
          ),
          newJobs: v.optional(
            v.pipe(
              oneOf(Object.values(NewJobs)),
              v.description(
                "How jobs begin that are registered for the first time: `stopped` pauses recurring ones until somebody resumes them. Without it: `running`",
              ),
            ),
          ),
        },
        "must be an object with app and definitions",
      ),
      bodyExample: {
        app: "ledger",
        definitions: [
          {
            key: "ledger/close",
            kind: "recurring",
            options: { cron: "0 0 1 * * *", timeZone: "Asia/Shanghai" },
          },
        ],
      },
      responses: {
        200: {
          description: "For each job, in order, what came of it",
          schema: v.object({ results: v.array(registrationResult) }),
        },
      },
      problems: [
        HttpProblemCode.RegistrationClosed,
        MoJobErrorCode.InvalidCron,
        MoJobErrorCode.JobKeyTaken,
        MoJobErrorCode.QuotaExceeded,
      ],
      async handle({ body: { app, definitions, optionRule, newJobs }, scheduler }) {
        if (!isOpen) {
          throw httpProblem(
            HttpProblemCode.RegistrationClosed,
            "Cannot register jobs with a call: the option `registration` of this API is off",
          );
        }
        const { registry } = scheduler;
        const defaults = await registry.defaults();
        const declare = (stated: StatedJob): DeclaredJob => registry.declare(stated, defaults);
        const jobs = await declareAll(
          definitions,
          "/definitions",
          declare,
          LoopTurns.of(clock, scheduler.tenant),
        );
        const results = await registry.register(app, jobs, stated({ optionRule, newJobs }));
        return jsonResponse({
          results: results.map((result) => ({
            key: result.key,
            outcome: result.outcome,
            argsSchemaChanged: "argsSchemaChanged" in result && result.argsSchemaChanged,
            fields: "fields" in result ? result.fields : [],
            followed: "followed" in result ? result.followed : [],
            message: result.outcome === "refused" ? result.message : null,
            definition: result.outcome === "refused" ? null : definitionJson(result.definition),
          })),
        });
      },
    }),
  ];
}

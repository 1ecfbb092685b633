import {
  type DeclaredJob,
  declareStatedJob,
  isMoJobError,
  JobKind,
  type JsonObject,
  MoJobError,
  MoJobErrorCode,
} from "@mojob/core";
import * as v from "valibot";
import { API_BASE, type ApiContext } from "../api-context.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { httpProblem } from "../problem/problem.ts";
import type { Parser } from "../request/validate.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route.ts";
import { jobKey, jsonObject, listOf, nullable, oneOf, text } from "../schemas/fields.ts";
import { type JobOptionsPatch, jobOptionsPatch } from "../schemas/job-options-patch.ts";
import { strictObject } from "../schemas/strict-object.ts";
import { definitionJson } from "../views/job-json.ts";
import { definitionSchema } from "../views/job-schema.ts";

const MAX_JOBS = 1000;

interface DeclaredJobJson {
  readonly key: string;
  readonly kind: JobKind;
  readonly options?: JobOptionsPatch | undefined;
  readonly argsSchema?: JsonObject | null | undefined;
}

const declaredJob: Parser<DeclaredJobJson> = strictObject(
  {
    key: jobKey,
    kind: oneOf(Object.values(JobKind)),
    options: v.optional(
      v.pipe(jobOptionsPatch, v.description("What the code states; the rest takes its default")),
    ),
    argsSchema: v.optional(v.pipe(nullable(jsonObject), v.description("JSON Schema of the arguments"))),
  },
  "must be an object with key and kind",
);

const registrationResult = v.object({
  key: v.string(),
  outcome: v.picklist(["registered", "unchanged", "differs", "refused"]),
  fields: v.pipe(v.array(v.string()), v.description("Where it differs: the options whose stored value wins")),
  message: v.pipe(v.nullable(v.string()), v.description("Where it is refused: why")),
  definition: v.pipe(
    v.nullable(definitionSchema),
    v.description("What is in force; `null` where it is refused"),
  ),
});

/** What workers say of their jobs. */
export function createRegistrationRoutes({ scheduler }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/registrations/check`,
      policy: RoutePolicy.Guarded,
      operationId: "checkRegistrations",
      tag: RouteTag.Workers,
      summary: "Tell which jobs are not registered",
      description: null,
      path: null,
      query: null,
      body: strictObject({ keys: listOf(jobKey, MAX_JOBS) }, "must be an object with keys"),
      bodyExample: { keys: ["ledger/close", "mail.send"] },
      headers: [],
      answers: {
        200: {
          description: "The keys nobody registered",
          schema: v.object({ unregistered: v.array(v.string()) }),
        },
      },
      problems: [],
      handle: async ({ body }) => jsonResponse({ unregistered: await scheduler.registry.check(body.keys) }),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/registrations`,
      policy: RoutePolicy.Guarded,
      operationId: "registerJobs",
      tag: RouteTag.Workers,
      summary: "Register an app's jobs",
      description:
        "What is stored already wins over the code. Repeating it is harmless. One wrong definition refuses the whole call.",
      path: null,
      query: null,
      body: strictObject(
        { app: text(128, 1), definitions: listOf(declaredJob, MAX_JOBS, 1) },
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
      headers: [],
      answers: {
        200: {
          description: "For each job, in order, what came of it",
          schema: v.object({ results: v.array(registrationResult) }),
        },
      },
      problems: [MoJobErrorCode.InvalidCron, MoJobErrorCode.JobKeyTaken],
      async handle({ body: { app, definitions } }) {
        assertInScope(scheduler.scope, app);
        const jobs = definitions.map((job, index) => declareAt(job, `/definitions/${index}`));
        const results = await scheduler.registry.register(app, jobs);
        return jsonResponse({
          results: results.map((result) => ({
            key: result.key,
            outcome: result.outcome,
            fields: result.outcome === "differs" ? result.fields : [],
            message: result.outcome === "refused" ? result.message : null,
            definition: result.outcome === "refused" ? null : definitionJson(result.definition),
          })),
        });
      },
    }),
  ];
}

function assertInScope(scope: string | null, app: string): void {
  if (scope === null || scope === app) return;
  const message = `must be "${scope}", the one app that is served here`;
  throw httpProblem(MoJobErrorCode.InvalidArgument, `Cannot register jobs of app "${app}": it ${message}`, {
    errors: [{ pointer: "/app", message }],
  });
}

/** The scheduler's own check, whose pointers are the option's or the key's, moved to where the job is in the body. */
function declareAt(job: DeclaredJobJson, under: string): DeclaredJob {
  try {
    return declareStatedJob({ ...job, options: job.options ?? {}, argsSchema: job.argsSchema ?? null });
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    const issues = error.issues.map(({ pointer, message }) => ({
      pointer: pointer === "/key" ? `${under}/key` : `${under}/options${pointer}`,
      message,
    }));
    throw new MoJobError(error.code, error.message, { issues, cause: error.cause });
  }
}

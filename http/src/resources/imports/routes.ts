import { MoJobErrorCode } from "@mojob/core";
import { issueAt, zoneIssue } from "@mojob/core/engine";
import {
  applyImport,
  type ApplyRequest,
  findingText,
  type FindingCode,
  ImportLocale,
  ImportMistake,
  previewImport,
} from "@mojob/importers";
import type { Context } from "hono";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import { API_BASE, type ApiContext } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { stated } from "../../schema/stated.ts";
import { CronLocale, cronLocaleOf } from "../cron/words.ts";
import { previewJson } from "./json.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import { applyBody, previewBody, previewSchema, resultsSchema } from "./schema.ts";

const EXAMPLE = {
  source: "crontab",
  text: "30 2 * * 1-5 /usr/local/bin/backup",
  timeZone: "Europe/Berlin",
  app: "ops",
};

/** The previews of the process, whose processor all its tenants share. */
const PREVIEWS = new OneAtATime(
  "preview this import: another preview is under way, and a process makes one at a time",
);

/** Jobs of other schedulers: what would come of them, and their import. */
export function createImportRoutes({ clock }: ApiContext): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/import/preview`,
      uses: ["workers", "jobs.list"],
      operationId: "previewImport",
      tag: RouteTag.Jobs,
      summary: "Preview an import",
      description:
        "Reads the jobs of XXL-JOB, crontab, Agenda, BullMQ, DolphinScheduler, Airflow or PowerJob and writes nothing. Each job comes with what cannot be carried over, " +
        "the job that has its key already, and the fires of the next 12 months that only the old or the new schedule has. " +
        "A process makes one preview at a time, and none for a client that has left.",
      body: previewBody,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "What would be imported", schema: previewSchema } },
      problems: [HttpProblemCode.PreviewBusy],
      async handle({ body, scheduler, context }) {
        const locale = localeOf(body.locale, context);
        const { signal } = context.req.raw;
        const request = { ...stated<ApplyRequest>(body), locale };
        return reading(locale, () =>
          PREVIEWS.run(signal, async () => {
            const preview = await previewImport(scheduler, request, clock.now(), { signal });
            return jsonResponse(previewJson(preview, locale));
          }),
        );
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/import/apply`,
      uses: ["workers", "jobs.list", "jobs.create", "jobs.update?"],
      operationId: "applyImport",
      tag: RouteTag.Jobs,
      summary: "Import jobs",
      description:
        "Each job is made in one write, and recurring ones are paused until you resume them. The same request again changes nothing: " +
        "a job is known by its label `import`.",
      body: applyBody,
      bodyExample: EXAMPLE,
      responses: { 200: { description: "What became of each job", schema: resultsSchema } },
      async handle({ body, scheduler, context }) {
        const locale = localeOf(body.locale, context);
        return reading(locale, async () =>
          jsonResponse({ results: await applyImport(scheduler, { ...stated<ApplyRequest>(body), locale }) }),
        );
      },
    }),
  ];
}

function localeOf(asked: ImportLocale | undefined, context: Context): ImportLocale {
  const accepted = cronLocaleOf(context.req.header("Accept-Language"));
  return asked ?? (accepted === CronLocale.Chinese ? ImportLocale.Chinese : ImportLocale.English);
}

/** A source that cannot be read is a mistake of the request, with its line where there is one. */
async function reading(locale: ImportLocale, read: () => Promise<Response>): Promise<Response> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportMistake)) throw error;
    const { line } = error.parameters;
    const reason = findingText(error.code as FindingCode, error.parameters, locale);
    const issue =
      error.code === "zone_unknown"
        ? zoneIssue("/timeZone", String(error.parameters["timeZone"]))
        : error.code === "exit_codes_of_source"
          ? issueAt("/anyExitCode", "custom", { text: reason })
          : issueAt("/text", "unreadable_source", { reason, line: typeof line === "number" ? line : null });
    throw httpProblem(MoJobErrorCode.InvalidArgument, `Cannot import: "${issue.pointer}" ${issue.message}`, {
      errors: [issue],
    });
  }
}

import { MoJobErrorCode } from "@mojob/core";
import type { AlarmRule, AlarmRuleList, RulePreview } from "@mojob/core/engine";
import { AlarmCondition, CONDITIONS, Severity } from "@mojob/core/words";
import * as v from "valibot";
import { type Wire, wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { instantOut, wholeNumber } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";

const names = v.nullable(v.array(v.string()));

const PARAMETERS = Object.entries(CONDITIONS)
  .filter(([, { parameters }]) => Object.keys(parameters).length > 0)
  .map(([condition, { parameters }]) => `${condition}: ${Object.keys(parameters).join(", ")}`)
  .join("; ");

export const ruleSchema: Parser<AlarmRule> = wireObject({
  id: v.string(),
  condition: v.picklist(Object.values(AlarmCondition)),
  enabled: v.pipe(v.boolean(), v.description("A rule that is off opens nothing for what it names")),
  severity: v.picklist(Object.values(Severity)),
  forMs: v.pipe(v.number(), v.description("How long it must be the case before an incident is opened")),
  parameters: v.pipe(v.record(v.string(), v.number()), v.description(`By condition: ${PARAMETERS}`)),
  apps: v.pipe(names, v.description("`null` is every app")),
  jobs: v.pipe(
    names,
    v.description("Keys of jobs; one that ends in `*` names all that begin so. `null` is every job"),
  ),
  tags: v.pipe(names, v.description("Jobs with one of these tags. `null` is every job")),
  note: v.nullable(v.string()),
});

const listSchema: Parser<Wire<AlarmRuleList>> = wireObject({
  rules: v.pipe(v.array(ruleSchema), v.description("The first that fits counts")),
  builtIn: v.pipe(v.array(ruleSchema), v.description("What counts for a condition where no other rule fits")),
  revision: v.pipe(v.number(), v.description("To be sent with a change; 0 before the first")),
  updatedBy: v.nullable(v.string()),
  updatedAt: v.nullable(instantOut),
});

const previewSchema: Parser<Wire<RulePreview>> = wireObject({
  rule: v.string(),
  incidents: v.pipe(
    v.nullable(v.number()),
    v.description("How many it would have opened; `null` for a condition that kept runs do not show"),
  ),
  examples: v.pipe(
    v.array(v.object({ jobKey: v.string(), at: instantOut, runs: v.number() })),
    v.description("The newest of them, at most 5"),
  ),
  from: v.pipe(instantOut, v.description("From when on runs were looked at")),
});

/** Checked by the scheduler, which names each mistake. */
const given = v.pipe(
  v.array(v.any()),
  v.description(
    "Rules with `id`, `condition` and what differs from the built-in rule: `enabled`, `severity`, `forMs`, `parameters`, `apps`, `jobs`, `tags`, `note`",
  ),
);
const EXAMPLE = [
  { id: "nightly", condition: "failures_in_row", parameters: { count: 2 }, tags: ["nightly"] },
];

/** By which rules incidents are opened. */
export function createAlarmRuleRoutes(): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/alarm-rules`,
      uses: ["alarms.rules"],
      operationId: "listAlarmRules",
      tag: RouteTag.Alarms,
      summary: "List the rules by which incidents are opened",
      description: "A rule of the list counts for what it names, the built-in ones for all the rest.",
      responses: { 200: { description: "The rules", schema: listSchema } },
      handle: async ({ scheduler }) => jsonResponse(await scheduler.alarms.rules()),
    }),
    defineRoute({
      method: "PATCH",
      pattern: `${API_BASE}/alarm-rules`,
      uses: ["alarms.replaceRules"],
      operationId: "replaceAlarmRules",
      tag: RouteTag.Alarms,
      summary: "Replace the rules beside the built-in ones",
      description:
        "In force within seconds. A rule that is off, or names fewer, resolves the incidents that it no longer covers.",
      body: strictObject(
        { rules: given, revision: wholeNumber(0, Number.MAX_SAFE_INTEGER) },
        "must be an object with rules and revision",
      ),
      bodyExample: { rules: EXAMPLE, revision: 0 },
      responses: { 200: { description: "The rules", schema: listSchema } },
      problems: [MoJobErrorCode.StaleRevision],
      handle: async ({ body, scheduler }) =>
        jsonResponse(await scheduler.alarms.replaceRules(body.rules, body.revision)),
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/alarm-rules/preview`,
      uses: ["alarms.previewRules"],
      isLong: true,
      operationId: "previewAlarmRules",
      tag: RouteTag.Alarms,
      summary: "Say what rules would have opened in the last 30 days",
      description:
        "From the runs that are kept, the newest 5,000, by the steps that open incidents: for run_failed, failures_in_row and missed.",
      body: strictObject({ rules: given }, "must be an object with rules"),
      bodyExample: { rules: EXAMPLE },
      responses: {
        200: { description: "One preview a rule", schema: v.object({ items: v.array(previewSchema) }) },
      },
      handle: async ({ body, scheduler }) =>
        jsonResponse({ items: await scheduler.alarms.previewRules(body.rules) }),
    }),
  ];
}

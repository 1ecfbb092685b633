import { type Finding, info, warning } from "../../finding.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import { instantOf, type JsonRecord, shown, textOf } from "../json-documents.ts";
import { notCarried } from "../members.ts";
import { WORKFLOW_FIELDS } from "./powerjob-members.ts";
import { recordOf } from "../task/codes.ts";

interface WorkflowSchedule {
  readonly schedule: OldSchedule | null;
  readonly findings: readonly Finding[];
}

/** When a workflow fires. PowerJob fires those with a cron expression, and no others. */
export function workflowSchedule(fields: JsonRecord, timeZone: string): WorkflowSchedule {
  const type = textOf(fields["timeExpressionType"]) ?? "API";
  const stated = textOf(fields["timeExpression"]);
  if (type !== "CRON" || stated === null) {
    const findings =
      type === "API" || type === "WORKFLOW"
        ? [info("no_schedule", "timeExpressionType")]
        : [warning("timetable_unknown", "timeExpressionType", { found: `${type} ${stated ?? ""}`.trim() })];
    return { schedule: null, findings };
  }
  const text = withQuestionMark(stated);
  const life: JsonRecord = recordOf(fields["lifeCycle"]);
  const [startAt, endAt] = [instantOf(life["start"]), instantOf(life["end"])];
  return {
    schedule: {
      dialect: "cronUtils",
      text,
      timeZone,
      ...(startAt !== null && { startAt }),
      ...(endAt !== null && { endAt }),
    },
    findings: text === stated ? [] : [info("cron_rewritten", "timeExpression", { from: stated, to: text })],
  };
}

/** Both fields of days may be `*` there: the one that narrows nothing becomes the `?` of Quartz. */
function withQuestionMark(text: string): string {
  const words = text.split(/\s+/);
  const [, , , day = "", month = "", weekday = "", ...rest] = words;
  if (day === "?" || weekday === "?") return text;
  const start = words.slice(0, 3);
  if (weekday === "*") return [...start, day, month, "?", ...rest].join(" ");
  return day === "*" ? [...start, "?", month, weekday, ...rest].join(" ") : text;
}

/** The fields of a workflow that nothing here has. */
export function lostOfWorkflow(fields: JsonRecord): readonly Finding[] {
  return [...notCarried(fields, WORKFLOW_FIELDS)].map(([field, value]) =>
    warning("field_ignored", field, { field, found: shown(value) }),
  );
}

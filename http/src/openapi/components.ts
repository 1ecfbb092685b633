import type { Parser } from "../request/validate.ts";
import { instanceEventSchema, instanceSchema, instanceSummarySchema } from "../resources/instances/schema.ts";
import { definitionSchema, jobDetailSchema, jobOptionsSchema, jobSchema } from "../resources/jobs/schema.ts";
import { attentionSchema } from "../resources/alarms/attention.ts";
import { completionMinuteSchema } from "../resources/overview/completions.ts";
import { overviewSchema } from "../resources/overview/json.ts";
import { appSchema } from "../resources/apps/routes.ts";
import { controlPlaneSchema } from "../resources/control-plane-routes.ts";
import { workerSchema } from "../resources/workers/json.ts";
import { sampleSeriesSchema } from "../resources/workers/samples.ts";
import { actSchema, auditEntrySchema } from "../resources/history/json.ts";
import { heartbeatSchema } from "../resources/alarms/heartbeat-routes.ts";
import { silenceSchema } from "../resources/alarms/silence-routes.ts";
import { alarmRouteSchema } from "../resources/alarms/route-routes.ts";
import { ruleSchema } from "../resources/alarms/rule-routes.ts";
import { incidentSchema } from "../resources/alarms/schema.ts";
import { operationSchema } from "../resources/operations/json.ts";
import { backfillSchema } from "../resources/backfills/json.ts";
import { windowSchema } from "../resources/window-routes.ts";
import { reportSchema, worstReportSchema } from "../resources/reports/schema.ts";
import { archivedRunSchema, archiveSchema } from "../resources/archives/json.ts";
import { exportSchema } from "../resources/exports/json.ts";
import { calendarSchema } from "../resources/calendars/json.ts";
import { viewSchema } from "../resources/view-routes.ts";
import { reportSummarySchema } from "../resources/report-summary-routes.ts";
import { problemSchema } from "../schema/problem-schema.ts";

/** The schemas the document names instead of repeating. */
export const COMPONENT_SCHEMAS: Readonly<Record<string, Parser<unknown>>> = {
  Problem: problemSchema,
  JobOptions: jobOptionsSchema,
  Definition: definitionSchema,
  Job: jobSchema,
  JobDetail: jobDetailSchema,
  InstanceEvent: instanceEventSchema,
  InstanceSummary: instanceSummarySchema,
  Instance: instanceSchema,
  Worker: workerSchema,
  SampleSeries: sampleSeriesSchema,
  App: appSchema,
  ControlPlane: controlPlaneSchema,
  Overview: overviewSchema,
  CompletionMinute: completionMinuteSchema,
  Attention: attentionSchema,
  Act: actSchema,
  AuditEntry: auditEntrySchema,
  Incident: incidentSchema,
  AlarmRule: ruleSchema,
  AlarmRoute: alarmRouteSchema,
  Silence: silenceSchema,
  Heartbeat: heartbeatSchema,
  Operation: operationSchema,
  Backfill: backfillSchema,
  Window: windowSchema,
  Calendar: calendarSchema,
  View: viewSchema,
  ReportSummary: reportSummarySchema,
  Report: reportSchema,
  Export: exportSchema,
  Archive: archiveSchema,
  ArchivedRun: archivedRunSchema,
  WorstReport: worstReportSchema,
};

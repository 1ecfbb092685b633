import type { JsonValue } from "@mojob/core";
import type { ReportSummary } from "@mojob/core/engine";
import { type Acts, changeOf, differences, type Doing, type ReportService } from "@mojob/core/feature";
import { ActKind, SubjectType } from "@mojob/core/ports";
import type { OfferedReports } from "./report-service.ts";

/** What is noted of sums that are made again, and of summaries. */
export const REPORT_ACTS: Acts<ReportService, OfferedReports> = {
  async rebuild({ tenant }, change) {
    const { rebuild } = await change();
    return {
      kind: ActKind.RebuildReports,
      app: null,
      subject: { type: SubjectType.Tenant, id: tenant },
      changes: [changeOf("since", null, rebuild?.since.toISOString() ?? null)],
    };
  },
  createSummary: async (_, change) => summaryAct(null, await change()),
  async replaceSummary({ requester, args: [id], service }, change) {
    const before = await service.summary(requester, id);
    return summaryAct(before, await change());
  },
  removeSummary: async (_, change) => summaryAct(await change(), null),
  async sendSummary(_, change) {
    const { summary, run } = await change();
    return { ...summaryAct(summary, summary), madeId: run };
  },
};

function summaryAct(before: ReportSummary | null, after: ReportSummary | null): Doing {
  return {
    kind: ActKind.EditSummary,
    app: null,
    subject: { type: SubjectType.Summary, id: (after ?? before)?.id ?? "" },
    changes: differences(shownOf(before), shownOf(after)),
  };
}

function shownOf(summary: ReportSummary | null): Readonly<Record<string, JsonValue>> {
  if (summary === null) return {};
  const { name, job, interval, weekday, hour, timeZone, language, apps, tag, enabled } = summary;
  return { name, job, interval, weekday, hour, timeZone, language, apps: apps && [...apps], tag, enabled };
}

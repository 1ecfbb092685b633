import type {
  Report,
  ReportQuery,
  ReportState,
  ReportSummary,
  SentSummary,
  WorstReport,
} from "@mojob/core/engine";
import type { PerRequester, ReportService, Requester, ServiceParts } from "@mojob/core/feature";
import { createId } from "@mojob/core/ports";
import { Reports } from "./reports.ts";
import { sendSummary } from "./summaries/send-summary.ts";
import { Summaries } from "./summaries/summaries.ts";
import { timeUpTo } from "./summaries/summary-times.ts";

/** Makes reports, and keeps who is sent summaries of them. */
export class OfferedReports implements PerRequester<ReportService> {
  readonly #options: ServiceParts;
  readonly #reports: Reports;
  readonly #summaries: Summaries;

  constructor(options: ServiceParts) {
    this.#options = options;
    this.#reports = new Reports(options);
    this.#summaries = new Summaries(options);
  }

  report(requester: Requester, query: ReportQuery): Promise<Report> {
    return this.#reports.report(requester, query);
  }

  worst(requester: Requester, query: ReportQuery): Promise<WorstReport> {
    return this.#reports.worst(requester, query);
  }

  state(): Promise<ReportState> {
    return this.#reports.state();
  }

  rebuild(requester: Requester, since: Date): Promise<ReportState> {
    return this.#reports.rebuild(requester, since);
  }

  summaries(requester: Requester): Promise<readonly ReportSummary[]> {
    return this.#summaries.list(requester);
  }

  /** For what is noted of a change: `null` for one that the caller does not see. */
  summary(requester: Requester, id: string): Promise<ReportSummary | null> {
    return this.#summaries.get(requester, id).catch(() => null);
  }

  createSummary(requester: Requester, request: unknown): Promise<ReportSummary> {
    return this.#summaries.create(requester, request);
  }

  replaceSummary(
    requester: Requester,
    id: string,
    request: unknown,
    revisions: readonly number[] | null,
  ): Promise<ReportSummary> {
    return this.#summaries.replace(requester, id, request, revisions);
  }

  removeSummary(
    requester: Requester,
    id: string,
    revisions: readonly number[] | null,
  ): Promise<ReportSummary> {
    return this.#summaries.remove(requester, id, revisions);
  }

  async sendSummary(requester: Requester, id: string): Promise<SentSummary> {
    const summary = await this.#summaries.get(requester, id);
    const to = this.#options.clock.now();
    const run = createId(to);
    const engine = this.#options;
    const parts = { engine, reports: this.#reports, cache: engine.cache, facts: engine };
    await sendSummary(summary, timeUpTo(summary, to), run, parts);
    return { summary, run };
  }
}

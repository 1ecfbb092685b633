import { MoJobError, MoJobErrorCode, Permission } from "@mojob/core";
import { invalidInput, issueAt, type ReportSummary, WhenFull } from "@mojob/core/engine";
import { byText, type Requester, type ServiceParts } from "@mojob/core/feature";
import { createId, type IMoRecordStore, type RecordFilter } from "@mojob/core/ports";
import { SUMMARY_RECORDS, type SummaryField } from "./summary-records.ts";
import { parseSummaryRequest, type StatedSummary } from "./summary-request.ts";
import { canOwn } from "./summary-reader.ts";

const MOST_OF_OWNER = 20;
/** How many one pass looks at; processes that save at the same instant can pass the bounds by a few. */
export const MOST_SUMMARIES = 100;
/** Services that open something for each notice, which nobody would close. */
const OPENING: readonly unknown[] = ["pagerduty", "alertmanager"];

/** Keeps who is sent summaries of reports. */
export class Summaries {
  readonly #options: Pick<ServiceParts, "tenant" | "cache" | "clock" | "state">;
  readonly #records: IMoRecordStore<ReportSummary, SummaryField>;
  /** The latest save: what is counted for one has been written by the one before. */
  #saved: Promise<unknown> = Promise.resolve();

  constructor(options: Pick<ServiceParts, "tenant" | "store" | "cache" | "clock" | "state">) {
    this.#options = options;
    this.#records = options.store.records(SUMMARY_RECORDS);
  }

  async list(requester: Requester): Promise<readonly ReportSummary[]> {
    const all = await this.#find(seesAll(requester) ? {} : { owner: requester.by });
    return all
      .filter((one) => sees(requester, one))
      .toSorted((a, b) => byText(a.name, b.name) || byText(a.id, b.id));
  }

  /** @throws MoJobError `summary_not_found`; `forbidden` for one of somebody else */
  async get(requester: Requester, id: string): Promise<ReportSummary> {
    const [summary = null] = await this.#records.get(this.#options.tenant, [id]);
    if (summary !== null && sees(requester, summary)) return summary;
    if (summary !== null)
      throw new MoJobError(
        MoJobErrorCode.Forbidden,
        `Cannot use summary "${summary.id}": it is somebody else's, which needs "tenant:edit" and to do this in every app`,
      );
    throw new MoJobError(MoJobErrorCode.SummaryNotFound, `Cannot find summary "${id.slice(0, 64)}"`);
  }

  async create(requester: Requester, input: unknown): Promise<ReportSummary> {
    const doing = "have summaries of reports sent";
    if (!(await canOwn(requester, this.#options))) throw invalidInput(doing, [issueAt("", "summary_owner")]);
    const stated = parseSummaryRequest(input, doing);
    await this.#assertMay(requester, stated, doing);
    return this.#inTurn(async () => {
      await this.#assertRoom({ owner: requester.by }, MOST_OF_OWNER, doing);
      await this.#assertRoom({}, MOST_SUMMARIES, doing);
      const { tenant, clock } = this.#options;
      const at = clock.now();
      const kept = { id: createId(at), tenant, owner: requester.by, revision: 1 };
      const apps = ownApps(requester, stated);
      return this.write({ ...stated, ...kept, apps, sentFor: at, createdAt: at, changedAt: at }, doing);
    });
  }

  async replace(
    requester: Requester,
    id: string,
    input: unknown,
    revisions: readonly number[] | null,
  ): Promise<ReportSummary> {
    const doing = `change summary "${id.slice(0, 64)}"`;
    const stated = parseSummaryRequest(input, doing);
    const before = await this.get(requester, id);
    await this.#assertMay(requester, stated, doing);
    assertRevision(before, revisions, doing);
    const changedAt = this.#options.clock.now();
    const sentFor = changedAt > before.sentFor ? changedAt : before.sentFor;
    return this.write(
      {
        ...before,
        ...stated,
        apps: ownApps(requester, stated),
        sentFor,
        changedAt,
        revision: before.revision + 1,
      },
      doing,
    );
  }

  async remove(
    requester: Requester,
    id: string,
    revisions: readonly number[] | null,
  ): Promise<ReportSummary> {
    const doing = `remove summary "${id.slice(0, 64)}"`;
    const summary = await this.get(requester, id);
    assertRevision(summary, revisions, doing);
    const { tenant, revision } = summary;
    if ((await this.#records.remove(tenant, { id: summary.id, revision })) === 0) throw stale(doing);
    return summary;
  }

  /** All that are to be sent. */
  enabled(): Promise<readonly ReportSummary[]> {
    return this.#find({ enabled: true });
  }

  /** Writes the next revision. @throws MoJobError `stale_revision` where another one is there */
  async write(summary: ReportSummary, doing: string): Promise<ReportSummary> {
    const [isWritten] = await this.#records.put([summary]);
    if (isWritten !== true) throw stale(doing);
    return summary;
  }

  #find(where: RecordFilter<SummaryField>, limit = 2 * MOST_SUMMARIES): Promise<readonly ReportSummary[]> {
    return this.#records.find({ tenant: this.#options.tenant, where, order: ["id"], limit });
  }

  async #assertMay(requester: Requester, { apps, job }: StatedSummary, doing: string): Promise<void> {
    for (const app of apps ?? []) requester.assertApp(app, doing);
    const definition = await this.#options.cache.get(job);
    if (definition === null || !requester.appsWith(Permission.ReadJobs).has(definition.app))
      throw invalidInput(doing, [issueAt("/job", "unknown_job", { key: job })]);
    requester.assertHolds(Permission.TriggerRuns, definition.app);
    const { maxConcurrency, whenFull } = definition.options;
    if (maxConcurrency !== null && whenFull !== WhenFull.Queue)
      throw invalidInput(doing, [issueAt("/job", "skips_runs", { key: job })]);
    const { work } = definition;
    if (work !== null && "service" in work && OPENING.includes(work.service))
      throw invalidInput(doing, [issueAt("/job", "opens_incidents", { key: job })]);
  }

  async #assertRoom(where: RecordFilter<SummaryField>, max: number, doing: string): Promise<void> {
    if ((await this.#find(where, max)).length < max) return;
    throw invalidInput(doing, [issueAt("", "summaries_full", { max })]);
  }

  #inTurn<Result>(save: () => Promise<Result>): Promise<Result> {
    const saved = this.#saved.then(save);
    // Its caller learns of a failure; the next one begins all the same.
    this.#saved = saved.catch(() => {});
    return saved;
  }
}

/** A caller that is limited to an app has summaries of that app. */
function ownApps({ scope }: Requester, { apps }: StatedSummary): readonly string[] | null {
  return apps ?? (scope === null ? null : [scope]);
}

/** Who may edit the whole tenant, and do this in every app, changes and removes what somebody has left behind: it is of nothing that they may not read. */
function seesAll(requester: Requester): boolean {
  const { scope, apps } = requester;
  return scope === null && apps.isAll && requester.appsWith(Permission.EditTenant).isAll;
}

function sees(requester: Requester, { owner }: ReportSummary): boolean {
  return owner === requester.by || seesAll(requester);
}

function assertRevision(
  { revision }: ReportSummary,
  revisions: readonly number[] | null,
  doing: string,
): void {
  if (revisions !== null && !revisions.includes(revision)) throw stale(doing);
}

function stale(doing: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot ${doing}: it was changed meanwhile; read it again before you change it`,
  );
}

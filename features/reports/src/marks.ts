import { Permission } from "@mojob/core";
import type { ReportMark } from "@mojob/core/engine";
import { AppSet, type Requester, listWithin, NEWEST_ACTS, type ServiceParts } from "@mojob/core/feature";
import { ActKind, ActOutcome } from "@mojob/core/ports";
import type { ReportRequest } from "./report-request.ts";

/** Acts after which runs may go otherwise than before. */
const MARKED: ReadonlySet<ActKind> = new Set([
  ActKind.Create,
  ActKind.Copy,
  ActKind.Import,
  ActKind.Edit,
  ActKind.Delete,
  ActKind.Pause,
  ActKind.Resume,
  ActKind.StopApp,
  ActKind.StartApp,
  ActKind.Register,
  ActKind.DrainWorker,
]);

/** Acts that are looked at: most of them may be runs that somebody started. */
const MOST_READ = 500;
const MOST_MARKS = 50;

/** What people and programs changed in the time of a report, the newest first: for those who may read the history. */
export async function readMarks(
  { tenant, store }: Pick<ServiceParts, "tenant" | "store">,
  requester: Requester,
  { from, to, app, apps: named, jobKey }: Pick<ReportRequest, "from" | "to" | "app" | "apps" | "jobKey">,
): Promise<readonly ReportMark[]> {
  const readable = requester.apps.and(requester.appsWith(Permission.ReadJobs));
  const apps = named === undefined ? readable : readable.and(AppSet.of([...named]));
  if (apps.isEmpty) return [];
  const query = {
    tenant,
    isWork: true,
    outcome: ActOutcome.Done,
    from,
    to,
    ...(app !== undefined && { app }),
    ...(jobKey !== undefined && { jobKeys: [jobKey] }),
  };
  const { items } = await listWithin(
    apps,
    query,
    { limit: MOST_READ },
    (some, page) => store.history.list(some, page),
    NEWEST_ACTS,
  );
  return items
    .filter(({ kind }) => MARKED.has(kind))
    .slice(0, MOST_MARKS)
    .map((act) => ({
      at: act.at,
      id: act.id,
      kind: act.kind,
      app: act.app,
      jobKey: act.jobKey,
      by: act.by?.id ?? null,
    }));
}

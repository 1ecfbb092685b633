import {
  type Act,
  type ActLink,
  completeAct,
  fromTaggedJson,
  type HistoryQuery,
  type LinkedAct,
  type StoredAct,
  toTaggedJson,
} from "@mojob/core/ports";

/** An act on its way to the database; what there is not is the empty text. */
export interface ActRow extends Omit<LinkedActRow, "filed"> {
  readonly tenant: string;
  readonly id: string;
  readonly at: number;
  readonly app: string;
  readonly jobKey: string;
  readonly run: string;
  readonly made: string;
  readonly operation: string;
  readonly kind: string;
}

/** An act as it comes from the database. */
export interface LinkedActRow {
  readonly record: string;
  /** JSON. */
  readonly links: string;
  /** By which it was found. */
  readonly filed: ActFiling;
}

/** Copies of the values of an act, by which acts are found: the tenant, the id, when, the app, the job, the runs, the operation and the kind. */
export type ActFiling = readonly [string, string, number, string, string, string, string, string, string];

export interface ActQueryRow {
  readonly tenant: string;
  readonly app: string | null;
  /** JSON. */
  readonly jobKeys: string | null;
  readonly run: string | null;
  readonly operation: string | null;
  readonly kind: string | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly actor: string | null;
  readonly outcome: string | null;
  readonly subject: string | null;
  readonly subjectId: string | null;
  readonly isWork: 0 | 1;
}

export function toActRows(acts: readonly Act[], links: readonly ActLink[]): readonly ActRow[] {
  const byAct = Map.groupBy(links, ({ act }) => act);
  return acts.map((act) => ({ ...toActRow(act), links: linksText(byAct.get(act.id) ?? []) }));
}

function toActRow(act: Act): Omit<ActRow, "links"> {
  const { tenant, id, at, app, jobKey, instanceId, madeId, operation, kind } = act;
  return {
    tenant,
    id,
    at: at.getTime(),
    app: app ?? "",
    jobKey: jobKey ?? "",
    run: instanceId ?? "",
    made: madeId ?? "",
    operation: operation ?? "",
    kind,
    record: toTaggedJson(act),
  };
}

/** The same text for the same links: it shows that a link is there already. */
function linksText(links: readonly ActLink[]): string {
  return JSON.stringify(links.map(({ act, writer, n, prev, hash }) => ({ act, writer, n, prev, hash })));
}

export function toLinkedAct({ record, links, filed }: LinkedActRow): LinkedAct {
  const act = completeAct(fromTaggedJson(record) as StoredAct);
  const { tenant, id, at, app, jobKey, run, made, operation, kind } = toActRow(act);
  const own: ActFiling = [tenant, id, at, app, jobKey, run, made, operation, kind];
  const isMisfiled = own.some((value, column) => value !== filed[column]);
  return { act, links: JSON.parse(links) as readonly ActLink[], ...(isMisfiled && { isMisfiled }) };
}

export function toActQueryRow(query: HistoryQuery): ActQueryRow {
  const { tenant, app, jobKeys, instanceId, operation, kind, from, to, actor, outcome, subject, isWork } =
    query;
  return {
    tenant,
    app: app ?? null,
    jobKeys: jobKeys === undefined ? null : JSON.stringify(jobKeys.map((key) => key ?? "")),
    run: instanceId ?? null,
    operation: operation ?? null,
    kind: kind ?? null,
    fromMs: from?.getTime() ?? null,
    toMs: to?.getTime() ?? null,
    actor: actor ?? null,
    outcome: outcome ?? null,
    subject: subject?.type ?? null,
    subjectId: subject?.id ?? null,
    isWork: isWork === true ? 1 : 0,
  };
}

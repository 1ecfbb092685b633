import {
  type Act,
  completeAct,
  fromTaggedJson,
  type HistoryQuery,
  type StoredAct,
  toTaggedJson,
} from "@mojob/core/ports";

/** An act on its way to the database; what there is not is the empty text. */
export interface ActRow {
  readonly tenant: string;
  readonly id: string;
  readonly at: number;
  readonly app: string;
  readonly jobKey: string;
  readonly run: string;
  readonly made: string;
  readonly operation: string;
  readonly kind: string;
  readonly record: string;
}

export interface ActQueryRow {
  readonly tenant: string;
  readonly app: string | null;
  /** JSON. */
  readonly jobKeys: string | null;
  readonly run: string | null;
  readonly operation: string | null;
  readonly kind: string | null;
  readonly fromMs: number | null;
}

export function toActRow(act: Act): ActRow {
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

export function toAct(record: string): Act {
  return completeAct(fromTaggedJson(record) as StoredAct);
}

export function toActQueryRow({
  tenant,
  app,
  jobKeys,
  instanceId,
  operation,
  kind,
  from,
}: HistoryQuery): ActQueryRow {
  return {
    tenant,
    app: app ?? null,
    jobKeys: jobKeys === undefined ? null : JSON.stringify(jobKeys.map((key) => key ?? "")),
    run: instanceId ?? null,
    operation: operation ?? null,
    kind: kind ?? null,
    fromMs: from?.getTime() ?? null,
  };
}

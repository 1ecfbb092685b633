import { ActKind } from "../../model/history/act.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";
import { pagesOf } from "../../ports/page.ts";

const MOST_ACTS = 20_000;

/** The runs that repeat others, the newest first, by the id of what they repeat: as the history since then has them. */
export async function readReruns(
  history: Pick<IMoHistoryStore, "list">,
  query: { readonly tenant: string; readonly app?: string; readonly from?: Date },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const reruns = new Map<string, string[]>();
  let read = 0;
  for await (const acts of pagesOf((page) => history.list({ ...query, kind: ActKind.Rerun }, page))) {
    for (const { instanceId, madeId } of acts) {
      if (instanceId === null || madeId === null) continue;
      reruns.set(instanceId, [...(reruns.get(instanceId) ?? []), madeId]);
    }
    read += acts.length;
    if (read >= MOST_ACTS) break;
  }
  return reruns;
}

import { ActKind } from "../../model/history/act.ts";
import type { IMoHistoryStore } from "../../ports/history-store.ts";

const PAGE_SIZE = 200;
const MOST_ACTS = 20_000;

/** The runs that repeat others, the newest first, by the id of what they repeat: as the history since then has them. */
export async function readReruns(
  history: Pick<IMoHistoryStore, "list">,
  query: { readonly tenant: string; readonly app?: string; readonly from?: Date },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const reruns = new Map<string, string[]>();
  let read = 0;
  let cursor: string | null = null;
  do {
    // Each page begins behind the one before.
    // oxlint-disable-next-line no-await-in-loop
    const page: Awaited<ReturnType<IMoHistoryStore["list"]>> = await history.list(
      { ...query, kind: ActKind.Rerun },
      { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) },
    );
    for (const { instanceId, madeId } of page.items) {
      if (instanceId === null || madeId === null) continue;
      reruns.set(instanceId, [...(reruns.get(instanceId) ?? []), madeId]);
    }
    read += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && read < MOST_ACTS);
  return reruns;
}

import * as v from "valibot";
import { pageSize } from "../../ui/page/page-size.ts";

export const HistoryTab = { Acts: "acts", Operations: "operations" } as const;
export type HistoryTab = (typeof HistoryTab)[keyof typeof HistoryTab];

/** What the page shows, kept in the URL. */
export const historySearch = v.object({
  tab: v.fallback(v.optional(v.picklist(Object.values(HistoryTab))), undefined),
  app: v.fallback(v.optional(v.string()), undefined),
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});

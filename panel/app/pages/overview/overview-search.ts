import * as v from "valibot";

/** How far back the chart looks, in hours; the store keeps a day. */
export const OVERVIEW_HOURS = [1, 6, 24] as const;
export type OverviewHours = (typeof OVERVIEW_HOURS)[number];

/** What the overview shows: in the URL. What makes no sense is dropped. */
export const overviewSearch = v.object({
  hours: v.fallback(v.optional(v.picklist(OVERVIEW_HOURS)), undefined),
});

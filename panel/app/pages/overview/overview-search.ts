import * as v from "valibot";

/** How far back the chart looks, in hours; the store keeps a day. */
export const OVERVIEW_HOURS = [1, 6, 24] as const;
export type OverviewHours = (typeof OVERVIEW_HOURS)[number];

/** The state of the overview: in the URL. Values that make no sense are dropped. */
export const overviewSearch = v.object({
  hours: v.fallback(v.optional(v.picklist(OVERVIEW_HOURS)), undefined),
});

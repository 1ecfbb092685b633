import * as v from "valibot";
import { pageSize } from "../../ui/page/page-size.ts";

export const IncidentsTab = { Open: "open", Mine: "mine", Resolved: "resolved", Rules: "rules" } as const;
export type IncidentsTab = (typeof IncidentsTab)[keyof typeof IncidentsTab];

/** The state of the page, kept in the URL. */
export const incidentsSearch = v.object({
  tab: v.fallback(v.optional(v.picklist(Object.values(IncidentsTab))), undefined),
  state: v.fallback(v.optional(v.picklist(["open", "acknowledged"])), undefined),
  search: v.fallback(v.optional(v.string()), undefined),
  size: pageSize,
  cursor: v.fallback(v.optional(v.string()), undefined),
});

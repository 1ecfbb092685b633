import type { Act } from "../../model/history/act.ts";
import { byText, type ListOrder } from "../scope/scoped-query.ts";

/** The newest first: a later act has a greater id. */
export const NEWEST_ACTS: ListOrder<Act> = {
  compare: (a, b) => byText(b.id, a.id),
  cursorOf: ({ id }) => id,
};

import * as v from "valibot";

/** What of the inbox is listed. */
export const InboxShow = {
  Mine: "mine",
  Decisions: "decisions",
  Broken: "broken",
  Alarms: "alarms",
} as const;
export type InboxShow = (typeof InboxShow)[keyof typeof InboxShow];

/** The state of the page, kept in the URL. */
export const inboxSearch = v.object({
  /** @default everything */
  show: v.fallback(v.optional(v.picklist(Object.values(InboxShow))), undefined),
  /** The trouble whose evidence is shown, by its id. */
  item: v.fallback(v.optional(v.string()), undefined),
});

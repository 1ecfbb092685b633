/** The first parts of the panel's own addresses: the server returns the panel's page for every address below them. */
export const PANEL_SECTIONS = [
  "overview",
  "jobs",
  "runs",
  "inbox",
  "failures",
  "incidents",
  "workers",
  "calendar",
  "reports",
  "windows",
  "calendars",
  "history",
  "archives",
  "secrets",
  "people",
  "tokens",
  "account",
  "welcome",
  "tenant",
  "deployment",
  "protection",
] as const;
/** What they were called before, by their names then: links to them are kept in mails and chats. */
export const FORMER_SECTIONS: Readonly<Record<string, PanelSection>> = { instances: "runs" };
export type PanelSection = (typeof PANEL_SECTIONS)[number];

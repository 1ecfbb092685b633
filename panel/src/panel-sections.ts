/** The first parts of the panel's own addresses: the server returns the panel's page for every address below them. */
export const PANEL_SECTIONS = [
  "overview",
  "jobs",
  "instances",
  "inbox",
  "failures",
  "incidents",
  "workers",
  "history",
  "secrets",
  "people",
  "tokens",
  "account",
  "welcome",
  "tenant",
  "deployment",
  "protection",
] as const;
export type PanelSection = (typeof PANEL_SECTIONS)[number];

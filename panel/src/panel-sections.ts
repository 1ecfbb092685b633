/** The first parts of the panel's own addresses: the server answers all below them with the panel's page. */
export const PANEL_SECTIONS = ["overview", "jobs", "instances", "workers"] as const;
export type PanelSection = (typeof PANEL_SECTIONS)[number];

export { loadPanel, type Panel } from "./panel.ts";
export type { AssetEncoding, PanelAsset } from "./panel-asset.ts";
export { FORMER_SECTIONS, PANEL_SECTIONS, type PanelSection } from "./panel-sections.ts";

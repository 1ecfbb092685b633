export { loadPanel, type Panel } from "./panel.ts";
export type { AssetEncoding, PanelAsset } from "./panel-asset.ts";
export { PANEL_SECTIONS, type PanelSection } from "./panel-sections.ts";

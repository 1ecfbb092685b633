import { panelAsset, type PanelAsset, type PanelBuild } from "./panel-asset.ts";

/** The built panel. */
export interface Panel {
  /** Its one page. */
  page(place: PagePlace): string;
  /** A file below `assets/`. */
  asset(name: string): PanelAsset | undefined;
}

export interface PagePlace {
  /** Where the panel's root is, as the page's own address sees it; an attribute's value, escaped. */
  readonly base: string;
  /** What styles written by the panel's code bear. */
  readonly nonce: string;
}

let loaded: Promise<Panel | null> | undefined;

/** The panel, read when it is first asked for; `null` where it was not built. */
export function loadPanel(): Promise<Panel | null> {
  return (loaded ??= readBuild().then((build) => build && openPanel(build)));
}

async function readBuild(): Promise<PanelBuild | null> {
  try {
    return (await import("./panel-build.generated.ts")).PANEL_BUILD;
  } catch {
    // Each runtime says in its own words that a module is not there.
    return null;
  }
}

function openPanel({ page, assets }: PanelBuild): Panel {
  const byName = new Map(assets.map((asset) => [asset.name, panelAsset(asset)]));
  return {
    page: ({ base, nonce }) => page.replaceAll("%BASE%", escapeAttribute(base)).replaceAll("%NONCE%", nonce),
    asset: (name) => byName.get(name),
  };
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

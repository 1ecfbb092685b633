import process from "node:process";
import { buildPanel, isPanelBuilt } from "./build-panel.ts";

// `--if-changed` is for the scripts that run before others: quiet, and nothing where nothing changed.

const ifChanged = process.argv.includes("--if-changed");

if (!ifChanged || !isPanelBuilt()) {
  const built = await buildPanel();
  if (built === null) console.error("The panel is not built: its tools are development dependencies");
  else console.error(`The panel is built: ${built.files} files, ${Math.round(built.bytes / 1024)} KiB`);
}

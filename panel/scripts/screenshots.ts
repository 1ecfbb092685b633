import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { closeBrowser, openPanel } from "../test/open-panel.ts";
import { startPanelServer } from "../test/panel-server.ts";
import { takeRunPictures } from "./run-pictures.ts";

// Takes the pictures of docs/panel/: each page, light and dark, in both languages, and narrow.

const FOLDER = fileURLToPath(new URL("../../docs/panel/", import.meta.url));

const PAGES = ["jobs", "workers"] as const;
const LOOKS = [
  { name: "light-en", theme: "light", language: "en" },
  { name: "dark-zh", theme: "dark", language: "zh" },
  { name: "narrow-en", theme: "light", language: "en", viewport: { width: 400, height: 720 } },
] as const;

mkdirSync(FOLDER, { recursive: true });
await using server = await startPanelServer();
for (const path of PAGES) {
  for (const { name, ...look } of LOOKS) {
    await using panel = await openPanel({ url: server.url, path: `/${path}`, ...look });
    await panel.page.locator("tbody tr").first().waitFor();
    await panel.page.screenshot({ path: `${FOLDER}${path}-${name}.png` });
    for (const complaint of panel.complaints) console.error(`${path} ${name}: ${complaint}`);
  }
}
await takeRunPictures(FOLDER, LOOKS);
await closeBrowser();

import { preferredLanguage } from "./preferred-language.ts";
import { drawEarly } from "./draw-early.ts";
import { addressOfVisit, readEarly } from "./early.ts";
import { loadEarly } from "./load-early.ts";

// The first file of a visit: it is small, and what it asks for is on its way while the panel is loaded.
const address = addressOfVisit();
const early = readEarly();
globalThis.mojobEarly = early;
loadEarly(EARLY_FILES[address]?.[preferredLanguage()] ?? []);
for (const [url, response] of early)
  // A list that cannot be drawn now is drawn by the page.
  if (address === "jobs" && url.includes("/jobs?")) drawEarly(response).catch(() => {});

// Before tests: removes from `node_modules/.cache` what programs of versions that are no longer installed have compiled, and what was compiled from
// sources that have changed since. Both grow without end otherwise.
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const COMPILED = fileURLToPath(new URL("../node_modules/.cache/compiled", import.meta.url));
/** A file that was not compiled again for so long is of an older source, or costs little to compile once more. */
const MOST_DAYS = 7;
const DAY_MS = 86_400_000;

if (existsSync(COMPILED))
  for (const runtime of readdirSync(COMPILED)) {
    const folder = join(COMPILED, runtime);
    const files = readdirSync(folder).map((name) => join(folder, name));
    const old = files.filter((path) => statSync(path).mtimeMs < Date.now() - MOST_DAYS * DAY_MS);
    for (const path of old.length === files.length ? [folder] : old) rmSync(path, { recursive: true });
  }

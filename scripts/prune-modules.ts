// After `npm install`, or with a folder of packages: removes from the installed packages what nothing on this machine reads, a third of a gigabyte. Packages ship
// programs of every platform in one archive, headers for native code that nobody builds here, and maps of sources that are not shipped.
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Node's names of processors and systems, as Rust names them in Temporal's builds. */
const RUST: Readonly<Record<string, string>> = {
  x64: "x86_64",
  arm64: "aarch64",
  darwin: "apple-darwin",
  linux: "unknown-linux-gnu",
  win32: "pc-windows-msvc",
};

/** Patterns below `node_modules`; what matches `except` stays. */
interface Unread {
  readonly pattern: string;
  readonly except?: string;
}

const UNREAD: readonly Unread[] = [
  {
    pattern: "@temporalio/core-bridge/releases/*",
    except: `@temporalio/core-bridge/releases/${RUST[process.arch]}-${RUST[process.platform]}`,
  },
  // What Temporal's builds are made of.
  { pattern: "@temporalio/core-bridge/sdk-core" },
  { pattern: "node/node_modules/node-*/{include,share,CHANGELOG.md}" },
  // What ES modules are shipped beside.
  { pattern: "{lucide-react/dist,@mantine/*,@tanstack/*/dist}/cjs" },
  { pattern: "@tanstack/*/build/legacy" },
  // Builds and names that the panel does not use.
  { pattern: "react-dom/cjs/*profiling*" },
  { pattern: "lucide-react/{dynamic*.d.{ts,mts},dist/lucide-react.{prefixed,suffixed}.d.ts}" },
  { pattern: "rxjs/{src,dist/bundles}" },
  { pattern: "{bson,luxon,mongodb}/src" },
  { pattern: "playwright-core/lib/vite" },
  { pattern: "**/*.map" },
];

const [, , modules = fileURLToPath(new URL("../node_modules", import.meta.url))] = process.argv;

for (const { pattern, except } of UNREAD) {
  const found = globSync(pattern, { cwd: modules });
  // A platform that there is no build for keeps all of them: what it can use is not known here.
  if (except !== undefined && !found.includes(except)) continue;
  for (const path of found)
    if (path !== except) rmSync(join(modules, path), { recursive: true, force: true });
}

// Publishes what `npm run build` wrote: `npm run release`. A version that is there already is left alone, so that a release
// that was interrupted is completed by a second call. Further arguments go to `npm publish`, such as `--dry-run`.
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.url));

function isPublished(name: string, version: string): boolean {
  return (
    spawnSync("npm", ["view", `${name}@${version}`, "version"], { encoding: "utf8" }).stdout.trim() ===
    version
  );
}

for (const path of globSync(["*/package.json", "*/*/package.json"], { cwd: DIST })) {
  const { name, version } = JSON.parse(readFileSync(join(DIST, path), "utf8")) as Record<
    "name" | "version",
    string
  >;
  if (isPublished(name, version)) console.log(`${name}@${version} is published already`);
  else
    execFileSync("npm", ["publish", ...process.argv.slice(2)], {
      cwd: join(DIST, dirname(path)),
      stdio: "inherit",
    });
}

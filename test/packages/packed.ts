import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { keptFolder } from "@mojob/test-services/kept-folder";
import { publishedFolders, ROOT } from "./workspaces.ts";

const KEPT = join(ROOT, "node_modules/.cache/packages");

/** What each package is made of. */
const OF_EACH = ["src/**/*", "package.json", "README.md", "CHANGELOG.md"];
/** What all are made of, and with. */
const OF_ALL = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "LICENSE",
  "scripts/{build,bundle-package,bundle-workflows}.ts",
];

/**
 * The folder with a tarball of each package. They are built once for all test files, because that takes a quarter of a minute, and kept for as
 * long as what they are made of stays the same.
 */
export async function packPackages(): Promise<string> {
  const made = fingerprintOfSources();
  return await keptFolder(join(KEPT, made), async (folder) => {
    const dist = join(folder, "dist");
    mkdirSync(dist);
    const built = execFileSync(process.execPath, ["scripts/build.ts", dist], { cwd: ROOT, encoding: "utf8" });
    const pack = ["pack", "--silent", "--pack-destination", folder, ...built.trim().split("\n")];
    execFileSync("npm", pack, { cwd: folder });
    await rm(dist, { recursive: true });
    for (const other of await readdir(KEPT))
      if (!other.startsWith(made)) await rm(join(KEPT, other), { recursive: true, force: true });
  });
}

function fingerprintOfSources(): string {
  const hash = createHash("sha256");
  const patterns = [
    ...OF_ALL,
    ...publishedFolders().flatMap((folder) => OF_EACH.map((each) => join(folder, each))),
  ];
  const files = patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
    .filter((path) => statSync(join(ROOT, path)).isFile() && !/\.(test|mutants)\.tsx?$/.test(path))
    .toSorted();
  for (const path of files)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 32);
}

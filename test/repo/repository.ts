import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

/** The files a commit would hold, as paths from the root: tracked ones and new ones that are not ignored. */
export function repositoryFiles(): readonly string[] {
  // A file deleted in the working tree is still listed by git.
  return [...new Set(listedFiles())].filter((path) => existsSync(join(ROOT, path))).sort();
}

function listedFiles(): readonly string[] {
  const ignored = /(^|[/])(node_modules|dist|coverage|[.]mojob)([/]|$)|[.]log$/;
  if (!existsSync(join(ROOT, ".git"))) {
    // An archive of the sources, not a clone.
    return globSync("**/*", { cwd: ROOT, exclude: (path) => ignored.test(path) }).filter((path) =>
      statSync(join(ROOT, path)).isFile(),
    );
  }
  const listing = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listing.split("\0").filter((path) => path !== "");
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export function readJson<Content>(path: string): Content {
  return JSON.parse(readText(path)) as Content;
}

export interface Manifest {
  readonly name: string;
  readonly version?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly license?: string;
  readonly sideEffects?: boolean;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly workspaces?: readonly string[];
}

/** One workspace: its folder from the root and its package.json. */
export interface WorkspacePackage {
  readonly folder: string;
  readonly manifest: Manifest;
}

export const rootManifest: Manifest = readJson<Manifest>("package.json");

export const packages: readonly WorkspacePackage[] = (rootManifest.workspaces ?? []).map((folder) => ({
  folder,
  manifest: readJson<Manifest>(`${folder}/package.json`),
}));

export const publishable: readonly WorkspacePackage[] = packages.filter(({ manifest }) => !manifest.private);

/** Every version another package may come from, by name. */
export function dependenciesOf(manifest: Manifest): Readonly<Record<string, string>> {
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
}

import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryFiles, ROOT } from "./repository.ts";

/** Built, not tracked: types and the API need it. */
const BUILT_PANEL = "panel/src/panel-build.generated.ts";

/**
 * Copies the repository as it is now to a new folder, so that it can be changed there.
 *
 * Packages of others are linked, its own are the copy's. The caller removes the folder.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), "mojob-copy-"));
  for (const path of repositoryFiles()) copyFile(copy, path);
  if (exists(BUILT_PANEL)) copyFile(copy, BUILT_PANEL);
  for (const folder of ["", ...workspaceFolders()]) linkModules(copy, folder);
  return copy;
}

function copyFile(copy: string, path: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  cpSync(join(ROOT, path), join(copy, path));
}

/** The folders of packages that have modules of their own. */
function workspaceFolders(): readonly string[] {
  return repositoryFiles()
    .filter((path) => path.endsWith("/package.json"))
    .map((path) => dirname(path))
    .filter((folder) => exists(join(folder, "node_modules")));
}

function linkModules(copy: string, folder: string): void {
  const modules = join(ROOT, folder, "node_modules");
  const links = join(copy, folder, "node_modules");
  mkdirSync(join(links, "@mojob"), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name === "@mojob" || name === ".cache" || name.startsWith(".vite")) continue;
    symlinkSync(join(modules, name), join(links, name));
  }
  if (!exists(join(folder, "node_modules/@mojob"))) return;
  for (const name of readdirSync(join(modules, "@mojob")))
    symlinkSync(readlinkSync(join(modules, "@mojob", name)), join(links, "@mojob", name));
}

function exists(path: string): boolean {
  return lstatSync(join(ROOT, path), { throwIfNoEntry: false }) !== undefined;
}

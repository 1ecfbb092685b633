import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("../../", import.meta.url));

interface WorkspaceManifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces: readonly string[];
}

/** The folders of the packages of this repository that are published. */
export function publishedFolders(): readonly string[] {
  return readManifest(".").workspaces.filter((folder) => readManifest(folder).private !== true);
}

/** Their names. */
export function publishedNames(): readonly string[] {
  return publishedFolders()
    .map((folder) => readManifest(folder).name)
    .toSorted();
}

function readManifest(folder: string): WorkspaceManifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as WorkspaceManifest;
}

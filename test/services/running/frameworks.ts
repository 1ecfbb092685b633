import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { obtain, type ProgramSource } from "../getting/obtain.ts";
import { reportProgress } from "../getting/progress.ts";
import { runProgram } from "../getting/run-program.ts";
import { SERVICE_CACHE } from "../getting/service-cache.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
/** Our packages that the programs name; what these and those below them ask for is installed as a program's npm would. */
const USED = ["@mojob/http", "@mojob/nestjs"];

interface Manifest {
  readonly name?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

function read(path: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;
}

const OURS = new Map(
  read("package.json").workspaces?.map((folder) => {
    const manifest = read(`${folder}/package.json`);
    return [manifest.name ?? folder, manifest.dependencies ?? {}];
  }),
);

/** What packages of ours ask for, themselves and by others of ours. */
function askedFor(names: readonly string[], seen: Set<string> = new Set()): [string, string][] {
  return names.flatMap((name) => {
    if (seen.has(name)) return [];
    seen.add(name);
    const asked = Object.entries(OURS.get(name) ?? {});
    const ours = asked.map(([one]) => one).filter((one) => OURS.has(one));
    return [...asked.filter(([one]) => !OURS.has(one)), ...askedFor(ours, seen)];
  });
}

/** Frameworks, and a checker of types, that are 120 MB: tests alone need them. */
const DEPENDENCIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(askedFor(USED)),
  ...read("examples/frameworks/package.json").dependencies,
  "@arethetypeswrong/core": "0.18.5",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
};
const HASH = createHash("sha256").update(JSON.stringify(DEPENDENCIES)).digest("hex").slice(0, 12);

const NPM: ProgramSource = {
  name: `frameworks-${HASH}`,
  async fill(folder) {
    reportProgress("installing web frameworks from npm, once");
    const manifest = { private: true, type: "module", dependencies: DEPENDENCIES };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    // npm would take the repository that it was started in for the folder's own workspace root.
    await runProgram("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"], {
      environment: { npm_config_workspaces: "false" },
    });
  },
};

/**
 * Finds or gets the frameworks that our packages are tried in: the cache, else npm.
 * @throws Error with npm's last lines where they cannot be had
 */
export async function resolveFrameworks(): Promise<void> {
  await obtain("the web frameworks", [NPM]);
}

/** Where they are installed, once `resolveFrameworks` has resolved. */
export const FRAMEWORKS: string = join(SERVICE_CACHE, NPM.name, "node_modules");

/** A new folder beside them, whose programs find them there; the caller removes it. */
export function createFrameworksFolder(): string {
  return realpathSync(mkdtempSync(join(SERVICE_CACHE, NPM.name, "program-")));
}

import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type PackageRuntime, runtimeProgram } from "@mojob/test-services/runtimes";
import { packPackages } from "./packed.ts";
import { ROOT } from "./workspaces.ts";

export interface PublishedManifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string } | string>>;
  readonly engines: { readonly node: string };
  readonly repository: { readonly url: string; readonly directory: string };
  readonly publishConfig: { readonly access: string; readonly provenance: boolean };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A program's folder that has every package as its user gets it. */
export interface Installation {
  readonly folder: string;
  readonly manifests: readonly PublishedManifest[];
  /** Where the tarballs lie. */
  readonly tarballs: string;
  /** The files of each tarball, by package. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  remove(): void;
}

function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status === 0) return stdout;
  throw new Error(`"${command} ${args.join(" ")}" ended with ${status}:\n${stdout}${stderr}`, {
    cause: error,
  });
}

/**
 * Unpacks the tarball of every package into a new program's `node_modules`.
 *
 * What a package does not declare is not there: third-party packages are linked from this repository, and only those
 * that some tarball's own package.json names (peers are the program's to install), so that no registry is asked.
 */
export async function installPackages(): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mojob-packages-")));
  const tarballs = join(folder, "tarballs");
  cpSync(await packPackages(), tarballs, { recursive: true });

  const modules = join(folder, "node_modules");
  const files = new Map<string, readonly string[]>();
  const manifests = readdirSync(tarballs).map((tarball) => {
    const unpacked = join(folder, "package");
    run("tar", ["-xzf", join(tarballs, tarball)], folder);
    const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as PublishedManifest;
    const found = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    files.set(
      manifest.name,
      found.map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
    );
    const target = join(modules, manifest.name);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(unpacked, target);
    return manifest;
  });
  const named = manifests.flatMap(({ dependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...peerDependencies }),
  );
  for (const name of new Set(named)) {
    if (!name.startsWith("@mojob/")) linkDependency(name, modules);
  }
  const dependencies = Object.fromEntries(manifests.map(({ name }) => [name, "*"]));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "program", type: "module", dependencies }),
  );
  return {
    folder,
    manifests,
    tarballs,
    files,
    remove: () => {
      for (const one of [folder, `${folder}-alone`]) rmSync(one, { recursive: true, force: true });
    },
  };
}

function linkDependency(name: string, modules: string): void {
  const target = join(modules, name);
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(join(ROOT, "node_modules", name), target);
}

/** The packages that the install line of a page names. */
export function installLine(page: string): readonly string[] {
  const [, line = ""] = /^(?:npm install|bun add|deno add)\s+(.*)$/m.exec(page) ?? [];
  return line
    .split(/\s+/)
    .filter((word) => word !== "" && !word.startsWith("-"))
    .map((word) => word.replace(/^npm:/, ""));
}

/**
 * Installs only these packages, as npm does: with what they need, peers too. Returns their folder, which is the same each time, because
 * runtimes keep what they have compiled by its path.
 */
export function installAlone({ folder, manifests }: Installation, wanted: readonly string[]): string {
  // Beside the installation: what is in it would be found from a folder in it.
  const alone = `${folder}-alone`;
  rmSync(alone, { recursive: true, force: true });
  const modules = join(alone, "node_modules");
  const found = new Set<string>();
  const waiting = [...wanted];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const manifest = manifests.find((one) => one.name === next);
    if (manifest === undefined) {
      linkDependency(next, modules);
      continue;
    }
    cpSync(join(folder, "node_modules", next), join(modules, next), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    const peers = Object.keys(peerDependencies).filter(
      (peer) => peerDependenciesMeta[peer]?.optional !== true,
    );
    waiting.push(...Object.keys(dependencies), ...peers);
  }
  writeFileSync(join(alone, "package.json"), JSON.stringify({ name: "program", type: "module" }));
  return alone;
}

export function readInstalled(installation: Installation, name: string, path: string): string {
  return readFileSync(join(installation.folder, "node_modules", name, path), "utf8");
}

/** Runs a program on a runtime in the installation's folder and returns what it printed. */
export function runTool(
  installation: Pick<Installation, "folder">,
  runtime: PackageRuntime,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  return run(runtimeProgram(runtime), args, installation.folder, env);
}

/** What the compiler has against the program in the installation's folder, a line each. */
export function typeErrors({ folder }: Installation): readonly string[] {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { stdout } = spawnSync(tsc, ["--project", "tsconfig.json"], { cwd: folder, encoding: "utf8" });
  return stdout.split("\n").filter((line) => /\berror TS/.test(line));
}

import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
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
  /** The files of each tarball, by package. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  /** How large each tarball is, by package. */
  readonly tarballBytes: ReadonlyMap<string, number>;
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

/** What a tarball's package says of itself, and its files. */
interface UnpackedPackage {
  readonly manifest: PublishedManifest;
  readonly files: readonly string[];
  readonly tarballBytes: number;
}

/** Unpacks the tarball of every package into a program's `node_modules`. */
export async function unpackPackages(folder: string): Promise<readonly UnpackedPackage[]> {
  const tarballs = await packPackages();
  return readdirSync(tarballs).map((tarball) => {
    const unpacked = join(folder, "package");
    run("tar", ["-xzf", join(tarballs, tarball)], folder);
    const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as PublishedManifest;
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    movePackage(unpacked, join(folder, "node_modules", manifest.name));
    return { manifest, files, tarballBytes: statSync(join(tarballs, tarball)).size };
  });
}

/**
 * Unpacks every package into a new program's `node_modules`.
 *
 * What a package does not declare is not there: third-party packages are linked from this repository, and only those
 * that some tarball's own package.json names (peers are the program's to install), so that no registry is asked.
 */
export async function installPackages(): Promise<Installation> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mojob-packages-")));
  const unpacked = await unpackPackages(folder);
  const manifests = unpacked.map(({ manifest }) => manifest);
  const named = manifests.flatMap(({ dependencies, peerDependencies }) =>
    Object.keys({ ...dependencies, ...peerDependencies }),
  );
  for (const name of new Set(named)) {
    if (!name.startsWith("@mojob/")) linkDependency(name, join(folder, "node_modules"));
  }
  const dependencies = Object.fromEntries(manifests.map(({ name }) => [name, "*"]));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "program", type: "module", dependencies }),
  );
  return {
    folder,
    manifests,
    files: new Map(unpacked.map(({ manifest, files }) => [manifest.name, files])),
    tarballBytes: new Map(unpacked.map(({ manifest, tarballBytes }) => [manifest.name, tarballBytes])),
    remove: () => {
      for (const one of [folder, `${folder}-alone`]) rmSync(one, { recursive: true, force: true });
    },
  };
}

function movePackage(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
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

/** The folder of a program that has some of the packages, which return to the whole installation when it is disposed of. */
export interface LoneInstallation extends Disposable {
  readonly folder: string;
}

/**
 * Installs only these packages, as npm does: with what they need, peers too. They are moved here, because to copy their thousands of files
 * takes longer than most programs. The folder is the same each time, because runtimes keep what they have compiled by its path.
 */
export function installAlone(
  { folder, manifests }: Installation,
  wanted: readonly string[],
): LoneInstallation {
  // Beside the installation: what is in it would be found from a folder in it.
  const alone = `${folder}-alone`;
  const whole = join(folder, "node_modules");
  const modules = join(alone, "node_modules");
  const needed = withDependencies(manifests, wanted);
  const ours = needed.filter((name) => manifests.some((one) => one.name === name));
  for (const name of ours) movePackage(join(whole, name), join(modules, name));
  for (const name of needed) if (!ours.includes(name)) linkDependency(name, modules);
  writeFileSync(join(alone, "package.json"), JSON.stringify({ name: "program", type: "module" }));
  return {
    folder: alone,
    [Symbol.dispose]() {
      for (const name of ours) movePackage(join(modules, name), join(whole, name));
      rmSync(alone, { recursive: true });
    },
  };
}

/** These packages, and what npm installs with them: what they need, and peers that are not optional; of others' packages those that ours name. */
export function withDependencies(
  manifests: readonly PublishedManifest[],
  wanted: readonly string[],
): readonly string[] {
  const found = new Set(wanted);
  // A set's iteration reaches what is added on the way.
  for (const name of found) {
    const {
      dependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = manifests.find((one) => one.name === name) ?? {};
    const peers = Object.keys(peerDependencies).filter(
      (peer) => peerDependenciesMeta[peer]?.optional !== true,
    );
    for (const needed of [...Object.keys(dependencies), ...peers]) found.add(needed);
  }
  return [...found];
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

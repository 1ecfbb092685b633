// Builds what is published: `node scripts/build.ts [folder]` writes one ready package a folder, ready for `npm pack` or
// `npm publish` in it. The sources run as they are; this is for those who install a package.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePackage } from "./bundle-package.ts";
import { bundleWorkflows } from "./bundle-workflows.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** The fields of a package.json that its user's tools read. */
const PUBLISHED_FIELDS: readonly string[] = [
  "name",
  "version",
  "description",
  "license",
  "type",
  "sideEffects",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "optionalDependencies",
];

/** Fields that every package takes from the repository's package.json. */
const SHARED_FIELDS: readonly string[] = ["keywords", "homepage", "bugs", "author"];

/** The oldest Node on which what is published is tested. */
const ENGINES = { node: ">=22.20" };

/** Workflows that are published bundled, by package: where they are, and where their worker looks for them. */
const WORKFLOWS: ReadonlyMap<string, { readonly source: string; readonly target: string }> = new Map([
  ["runtime-temporal", { source: "src/workflows/mod.ts", target: "lib/control-plane/workflows.bundle.js" }],
  ["adapters/temporal-bus", { source: "src/workflows.ts", target: "lib/workflows.bundle.js" }],
]);

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;
}

function compile(folders: readonly string[], out: string): void {
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: {
      noEmit: false,
      rewriteRelativeImportExtensions: true,
      rootDir: ROOT,
      outDir: out,
      typeRoots: [join(ROOT, "node_modules/@types")],
    },
    include: folders.map((folder) => join(ROOT, folder, "src")),
    exclude: ["**/*.test.ts", "**/*.test.tsx", "**/*.mutants.ts"].map((pattern) => join(ROOT, pattern)),
  };
  const path = join(out, "tsconfig.json");
  writeFileSync(path, JSON.stringify(config));
  execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["--project", path], { cwd: ROOT, stdio: "inherit" });
  rmSync(path);
}

/** tsc rewrites `./x.ts` to `./x.js` in what runs but not in declarations (https://github.com/microsoft/TypeScript/issues/61037). */
function mendDeclarations(folder: string): void {
  for (const path of globSync(join(folder, "**/*.d.ts"))) {
    const text = readFileSync(path, "utf8");
    const mended = text.replaceAll(
      /((?:from|import|import\()\s*["'])(\.{1,2}\/[^"'\n]+)\.tsx?(["'])/g,
      "$1$2.js$3",
    );
    if (mended !== text) writeFileSync(path, mended);
  }
}

/** `./src/mod.ts` → its declarations and its JavaScript. */
function builtEntry(source: string): { readonly types: string; readonly default: string } {
  const stem = source.replace(/^\.\/src\//, "./lib/").replace(/\.tsx?$/, "");
  return { types: `${stem}.d.ts`, default: `${stem}.js` };
}

async function finish(folder: string, out: string): Promise<void> {
  const manifest = readManifest(folder);
  const target = join(out, folder);
  renameSync(join(target, "src"), join(target, "lib"));
  mendDeclarations(join(target, "lib"));
  const exports = {
    ...Object.fromEntries(
      Object.entries(manifest.exports ?? {}).map(([entry, source]) => [entry, builtEntry(source)]),
    ),
    "./package.json": "./package.json",
  };
  const pick = (from: Manifest, names: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
  const bin = Object.fromEntries(
    Object.entries(manifest.bin ?? {}).map(([command, source]) => [command, builtEntry(source).default]),
  );
  const entries = [...Object.values(manifest.exports ?? {}), ...Object.values(manifest.bin ?? {})];
  await bundlePackage(
    folder,
    join(target, "lib"),
    entries.map((source) => source.replace(/^\.\/src\/(.*)\.tsx?$/, "$1")),
  );
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify(
      {
        ...pick(manifest, PUBLISHED_FIELDS),
        ...pick(root, SHARED_FIELDS),
        repository: { ...(root["repository"] as object), directory: folder },
        engines: ENGINES,
        publishConfig: { access: "public", provenance: true },
        exports,
        ...(manifest.bin && { bin }),
      },
      null,
      2,
    )}\n`,
  );
  cpSync(join(ROOT, "LICENSE"), join(target, "LICENSE"));
  cpSync(join(ROOT, folder, "README.md"), join(target, "README.md"));
  const changelog = join(ROOT, folder, "CHANGELOG.md");
  if (existsSync(changelog)) cpSync(changelog, join(target, "CHANGELOG.md"));
}

const root = readManifest(".");
const out = resolve(process.argv[2] ?? join(ROOT, "dist"));
const folders = (root.workspaces ?? []).filter((folder) => !readManifest(folder).private);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
compile(folders, out);
for (const folder of folders) await finish(folder, out);
for (const [folder, { source, target }] of WORKFLOWS)
  await bundleWorkflows(join(ROOT, folder, source), join(out, folder, target), ROOT);
console.log(folders.map((folder) => join(out, folder)).join("\n"));

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
import { bundleWorkflows } from "./bundle-workflows.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly workspaces?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
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
  "bin",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "optionalDependencies",
  "engines",
];

/** Workflows that are published bundled, by package: where they are, and where their worker looks for them. */
const WORKFLOWS: ReadonlyMap<string, { readonly source: string; readonly target: string }> = new Map([
  ["runtime-temporal", { source: "src/workflows/mod.ts", target: "lib/worker/workflows.bundle.js" }],
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
    exclude: ["**/*.test.ts", "**/*.test.tsx"].map((pattern) => join(ROOT, pattern)),
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

function finish(folder: string, out: string): void {
  const manifest = readManifest(folder);
  const target = join(out, folder);
  renameSync(join(target, "src"), join(target, "lib"));
  mendDeclarations(join(target, "lib"));
  const exports = Object.fromEntries(
    Object.entries(manifest.exports ?? {}).map(([entry, source]) => [entry, builtEntry(source)]),
  );
  const fields = PUBLISHED_FIELDS.filter((field) => manifest[field] !== undefined).map((field) => [
    field,
    manifest[field],
  ]);
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify({ ...Object.fromEntries(fields), exports }, null, 2)}\n`,
  );
  cpSync(join(ROOT, "LICENSE"), join(target, "LICENSE"));
  const readme = join(ROOT, folder, "README.md");
  if (existsSync(readme)) cpSync(readme, join(target, "README.md"));
}

const out = resolve(process.argv[2] ?? join(ROOT, "dist"));
const folders = (readManifest(".").workspaces ?? []).filter((folder) => !readManifest(folder).private);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
compile(folders, out);
for (const folder of folders) finish(folder, out);
for (const [folder, { source, target }] of WORKFLOWS)
  await bundleWorkflows(join(ROOT, folder, source), join(out, folder, target), ROOT);
console.log(folders.map((folder) => join(out, folder)).join("\n"));

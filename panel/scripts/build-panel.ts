import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { build as viteBuild, InlineConfig } from "vite";
import { type EarlyFiles, earlyFiles } from "./early-files.ts";
import { type BuiltChunk, modulesThatNeed, modulesWith, startModules } from "./start-modules.ts";
import { onlyStyles, usedStyles } from "./used-styles.ts";
import type { BuiltAsset, PanelBuild } from "../src/panel-asset.ts";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const MODULE = join(FOLDER, "src/panel-build.generated.ts");
const CONFIGURATION = { configFile: join(FOLDER, "vite.config.ts"), logLevel: "warn" } as const;
const STAMP = /^\/\/ Made of sources (\w+)/;

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".md": "text/markdown; charset=utf-8",
};

/** What many parts of pages share, but no list that is shown first: each is loaded with the first that needs it. */
const POPUPS =
  /@floating-ui|@mantine.core.esm.(?:components.(?:Menu|Popover|Tooltip|Combobox.(?!get-|ComboboxChevron|Combobox.module))|utils.Floating)\b/;
const ISSUES = /core.src.(?:base.issue|model.words.issue)/;
/** What some pages show and others do not, each with what comes with it: a page loads those that it needs. */
const DETAILS = {
  windows: /app.ui.dialog-form|@mantine.core.esm.components.Modal|react-remove-scroll|use-sidecar/,
  numbers: /@mantine.core.esm.components.NumberInput|react-number-format/,
  choices: /@mantine.core.esm.components.(?:FloatingIndicator|Radio|SegmentedControl|Tabs|Textarea)/,
  graph: /app.pages.tasks.graph/,
  // What brings CodeMirror is loaded with the editors.
  values: /app.ui.(?:schema|json).(?!editor-phrases)/,
};

/** The page that most visits begin with, or come to next. */
const FIRST_LIST = /app.pages.jobs.list.jobs-page/;

/** What dialogs alone have. */
const DIALOGS = /@mantine.core.esm.components.(?:Fieldset|Progress|Overlay)\b|use-focus-trap/;

export interface BuiltPanel {
  readonly files: number;
  readonly bytes: number;
}

/** Whether the module is there and was made of the sources as they are. */
export function isPanelBuilt(): boolean {
  if (!existsSync(MODULE)) return false;
  return STAMP.exec(readFileSync(MODULE, "utf8").slice(0, 200))?.[1] === fingerprintOfSources();
}

/** Builds the app and writes it as one module; `null` where the tools are not installed, as in production. */
export async function buildPanel(): Promise<BuiltPanel | null> {
  const made = fingerprintOfSources();
  const tools = await Promise.all([import("vite"), import("@vitejs/plugin-react")]).catch(() => null);
  if (tools === null) return null;
  const [{ build }] = tools;
  // Else React's own checks would be bundled wherever a test runner or a shell says otherwise.
  process.env["NODE_ENV"] = "production";
  const outDir = join(FOLDER, "../node_modules/.cache/panel");
  const first = await build({ ...CONFIGURATION, build: { outDir, write: false } });
  const chunks = chunksOf(first);
  const start = startModules(chunks);
  const late = modulesThatNeed(chunks, (id) =>
    [POPUPS, ISSUES, ...Object.values(DETAILS)].some((part) => part.test(id)),
  );
  const listed = modulesWith(chunks, ({ moduleIds = [] }) => moduleIds.some((id) => FIRST_LIST.test(id)));
  const isShared = (id: string): boolean => !late.has(id) && !DIALOGS.test(id);
  const groups = [
    { name: "start", test: (id: string) => start.has(id), priority: 5 },
    // What many pages share comes with the first of them, but for what would bring along what is loaded later.
    { name: "pages", minShareCount: 8, test: (id: string) => !late.has(id), priority: 4 },
    // What fewer share is beside it, so that the first load is without it: what the first lists need stands apart.
    { name: "lists", minShareCount: 3, test: (id: string) => isShared(id) && listed.has(id), priority: 3 },
    { name: "parts", minShareCount: 5, test: isShared, priority: 2.5 },
    { name: "popups", test: POPUPS, priority: 2 },
    { name: "issues", test: ISSUES, priority: 1 },
    ...Object.entries(DETAILS).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 0.5 })),
  ];
  const modules = chunks.flatMap((chunk) => ("moduleIds" in chunk ? chunk.moduleIds : []));
  const second = await build({
    ...CONFIGURATION,
    plugins: [onlyStyles(usedStyles(modules))],
    build: {
      outDir,
      rolldownOptions: { output: { codeSplitting: { groups, includeDependenciesRecursively: false } } },
    },
  });
  await build(earlyBuild(outDir, earlyFiles(chunksOf(second), filesInPage(outDir))));
  const panel = readBuild(outDir);
  const text = `// Made of sources ${made} by \`npm run build --workspace panel\`.
import type { PanelBuild } from "./panel-asset.ts";

export const PANEL_BUILD: PanelBuild = ${JSON.stringify(panel, null, 2)};
`;
  // A process that reads it meanwhile sees either the old or the new one.
  writeFileSync(`${MODULE}.${process.pid}`, text);
  renameSync(`${MODULE}.${process.pid}`, MODULE);
  return { files: panel.assets.length, bytes: statSync(MODULE).size };
}

type Built = Awaited<ReturnType<typeof viteBuild>>;

function chunksOf(built: Built): readonly BuiltChunk[] {
  return [built].flat().flatMap((one) => ("output" in one ? one.output : []));
}

/** What the page loads without being told to. */
function filesInPage(outDir: string): ReadonlySet<string> {
  const page = readFileSync(join(outDir, "index.html"), "utf8");
  const named = [...page.matchAll(/"\.\/(assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  return new Set([...named, ...sharedFiles(outDir)]);
}

function sharedFiles(outDir: string): readonly string[] {
  return globSync("assets/pages-*.js", { cwd: outDir });
}

/** The script that goes before all others: one file, which knows the others by their names. */
function earlyBuild(outDir: string, files: EarlyFiles): InlineConfig {
  return {
    ...CONFIGURATION,
    define: { EARLY_FILES: JSON.stringify(files) },
    build: {
      outDir,
      emptyOutDir: false,
      license: false,
      rolldownOptions: {
        input: join(FOLDER, "app/early/start.ts"),
        output: { entryFileNames: "assets/early-[hash].js" },
      },
    },
  };
}

function fingerprintOfSources(): string {
  const hash = createHash("sha256");
  const files = [
    "app/**/*",
    "src/**/*",
    "../client/src/api/**/*",
    "scripts/{build-panel,early-files,start-modules,used-styles}.ts",
    "vite.config.ts",
    "package.json",
  ]
    .flatMap((pattern) => globSync(pattern, { cwd: FOLDER }))
    .filter((path) => !/\.test\.tsx?$|panel-build\.generated\.ts/.test(path))
    .filter((path) => statSync(join(FOLDER, path)).isFile())
    .sort();
  for (const path of files)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(FOLDER, path)))
      .update("\0");
  return hash.digest("hex").slice(0, 32);
}

function readBuild(outDir: string): PanelBuild {
  const [early = ""] = globSync("assets/early-*.js", { cwd: outDir });
  const page = withEarly(
    withShared(stylesLast(readFileSync(join(outDir, "index.html"), "utf8")), sharedFiles(outDir)),
    early,
  );
  const assets = globSync("assets/*", { cwd: outDir })
    .sort()
    .map((path) => builtAsset(path, readFileSync(join(outDir, path))));
  return { page, assets };
}

/**
 * Moves the styles behind what is shown first: in the head they would keep a slow line's screen blank until they are there. They stay before
 * the root, whose own styles are to win over them.
 */
function stylesLast(page: string): string {
  const links = page.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
  const without = links.reduce((text, link) => text.replace(link, ""), page);
  return without.replace('    <div id="root">', `${links.join("")}    <div id="root">`);
}

/** Every page needs them: they are asked for with the start, and not after it. */
function withShared(page: string, files: readonly string[]): string {
  const links = files.map((file) => `    <link rel="modulepreload" crossorigin href="./${file}">\n`);
  return page.replace("  </head>", `${links.join("")}  </head>`);
}

/** The first script of the page: it is small, and does not wait for the others. */
function withEarly(page: string, file: string): string {
  const script = `    <script type="module" async crossorigin src="./${file}"></script>\n`;
  return page.replace(/ *<script type="module"/, (first) => `${script}${first}`);
}

function builtAsset(path: string, content: Buffer): BuiltAsset {
  const type = TYPES[extname(path)];
  if (type === undefined) throw new Error(`Cannot tell the media type of "${path}"`);
  return {
    name: basename(path),
    type,
    hash: createHash("sha256").update(content).digest("base64url").slice(0, 22),
    gzip: gzipSync(content, { level: 9 }).toString("base64"),
    br: brotliCompressSync(content).toString("base64"),
  };
}

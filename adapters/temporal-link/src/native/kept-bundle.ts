import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import * as nodeModule from "node:module";
import {
  type BundleOptions,
  bundleWorkflowCode,
  type WorkflowBundlePath,
  type WorkflowBundleWithSourceMap,
} from "@temporalio/worker";

type WebpackConfig = Parameters<NonNullable<BundleOptions["webpackConfigHook"]>>[0];

/** A bundle on disk, with the hash of every file that it was made of. */
interface KeptBundle {
  readonly codePath: string;
  readonly inputs: Readonly<Record<string, string>>;
}

/** The folder of Node's compile cache, where it is in use: Deno has none. */
export function compileCacheFolder(): string | undefined {
  return "getCompileCacheDir" in nodeModule ? nodeModule.getCompileCacheDir() : undefined;
}

/**
 * Bundles workflows from their sources, once for all processes that share the folder, until one of the files changes that the
 * bundle was made of. Without a folder it bundles each time.
 */
export async function keepBundle(
  options: BundleOptions,
  folder: string | undefined,
): Promise<WorkflowBundlePath | WorkflowBundleWithSourceMap> {
  if (folder === undefined) return bundleWorkflowCode(options);
  const index = `${folder}/workflows-${hashOf(options.workflowsPath)}.json`;
  const kept = await findKept(index);
  if (kept !== null) return kept;
  const files = new Set<string>();
  const bundle = await bundleWorkflowCode({
    ...options,
    webpackConfigHook: (config) => noteFiles(config, files),
  });
  const codePath = `${folder}/workflows-${hashOf(bundle.code)}.bundle.js`;
  await mkdir(folder, { recursive: true });
  await replaceFile(codePath, bundle.code);
  await replaceFile(index, JSON.stringify({ codePath, inputs: await hashAll(files) } satisfies KeptBundle));
  return { codePath };
}

/** The bundle that is kept there, unless it was made of files that are others today. */
async function findKept(index: string): Promise<WorkflowBundlePath | null> {
  const text = await readOrNull(index);
  if (text === null) return null;
  const { codePath, inputs } = JSON.parse(new TextDecoder().decode(text)) as KeptBundle;
  const today = await hashAll(Object.keys(inputs));
  const isFresh = Object.entries(inputs).every(([path, hash]) => today[path] === hash);
  return isFresh ? { codePath } : null;
}

/** Adds the files that webpack reads, those by which it finds modules too. */
function noteFiles(config: WebpackConfig, files: Set<string>): WebpackConfig {
  const noting: NonNullable<WebpackConfig["plugins"]>[number] = {
    apply: (compiler) =>
      compiler.hooks.afterCompile.tap("note-files", ({ fileDependencies }) => {
        for (const path of fileDependencies) files.add(path);
      }),
  };
  return { ...config, plugins: [...(config.plugins ?? []), noting] };
}

/** Hashes the files that exist: the entry of a bundle is in memory alone. */
async function hashAll(paths: Iterable<string>): Promise<Readonly<Record<string, string>>> {
  const hashes = await Promise.all(
    Array.from(paths, async (path) => {
      const content = await readOrNull(path);
      return content === null ? [] : [[path, hashOf(content)] as const];
    }),
  );
  return Object.fromEntries(hashes.flat());
}

/** Never half-written: another process may read it. */
async function replaceFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${crypto.randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}

function readOrNull(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch(() => null);
}

function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

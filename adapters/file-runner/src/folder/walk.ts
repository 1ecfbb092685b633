import type { Dirent } from "node:fs";
import { nameMistake, PART_PREFIX } from "../place/name-rule.ts";
import { matches } from "../place/glob.ts";
import { tooLarge } from "../place/file-errors.ts";
import type { Budget } from "./budget.ts";
import type { OpenFolder } from "./open-folder.ts";

/** How many files are opened before the first of them has been used. */
const AHEAD = 16;
const DEEPEST = 64;

export interface WalkOptions {
  readonly budget: Budget;
  readonly signal: AbortSignal;
  /** Whether folders below are walked through, too. @default false */
  readonly isRecursive?: boolean;
  /** Whether folders are among what is visited. @default false */
  readonly withFolders?: boolean;
  /** The names of files that are visited. @default all */
  readonly match?: string | undefined;
  /** Called with what is left out, because of its name. */
  readonly onSkip?: (text: string) => void;
}

/** A file or folder on the way. */
export interface Visited {
  readonly folder: OpenFolder;
  readonly name: string;
  /** The way to it from where the walk began: `2026/orders.csv`. */
  readonly path: string;
  readonly isFolder: boolean;
}

/** What a visit makes of a file, with what takes it back where nobody uses it. */
export interface Visit<Result> {
  readonly open: (visited: Visited) => Promise<Result>;
  readonly drop?: (result: Result) => Promise<void>;
}

/**
 * Visits what is in a folder by the order of its names, some ahead. Links are followed nowhere.
 * @throws WorkError `file_too_large` for more entries than a run may look at
 */
export async function* walk<Result>(
  folder: OpenFolder,
  visit: Visit<Result>,
  options: WalkOptions,
  way: readonly string[] = [],
): AsyncGenerator<Result, void, void> {
  if (way.length > DEEPEST) throw tooLarge(folder.text, `more than ${DEEPEST} folders lie in each other`);
  const ahead: Promise<Result>[] = [];
  const begin = (name: string, isFolder: boolean): void => {
    const opened = visit.open({ folder, name, path: [...way, name].join("/"), isFolder });
    // It is awaited in its turn.
    opened.catch(() => {});
    ahead.push(opened);
  };
  try {
    for (const { name, isFolder } of await entriesOf(folder, options)) {
      options.signal.throwIfAborted();
      if (isFolder) {
        if (options.withFolders === true) begin(name, true);
        if (options.isRecursive !== true) continue;
        for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) yield await next;
        const within = await folder.folder(name);
        try {
          yield* walk(within, visit, options, [...way, name]);
        } finally {
          await within.close();
        }
        continue;
      }
      if (options.match !== undefined && !matches(options.match, name)) continue;
      begin(name, false);
      if (ahead.length >= AHEAD) yield await (ahead.shift() as Promise<Result>);
    }
    for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) yield await next;
  } finally {
    for (const end of await Promise.allSettled(ahead))
      if (end.status === "fulfilled") await visit.drop?.(end.value);
  }
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** By the code units of their names. */
async function entriesOf(folder: OpenFolder, { budget, onSkip }: WalkOptions): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for await (const dirent of (await folder.names()) as AsyncIterable<Dirent>) {
    const { name } = dirent;
    // What others are making is not there yet.
    if (name.startsWith(PART_PREFIX)) continue;
    budget.entry(folder.text);
    if (nameMistake(name) !== null) {
      onSkip?.(folder.textOf(name));
      continue;
    }
    entries.push({ name, isFolder: await isFolderOf(dirent, folder) });
  }
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Some file systems do not say what a name is before it is looked at. */
async function isFolderOf(dirent: Dirent, folder: OpenFolder): Promise<boolean> {
  if (dirent.isDirectory()) return true;
  if (dirent.isFile() || dirent.isSymbolicLink()) return false;
  return (await folder.stats(dirent.name))?.isDirectory() ?? false;
}

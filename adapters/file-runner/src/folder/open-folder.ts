import { constants, type Dir, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, opendir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { platform } from "node:process";
import { alreadyThere, pathRefused, placeError, systemCode, unavailable } from "../place/file-errors.ts";

const FOLDER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const PLAIN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Names are handed to the system below an open descriptor, which no swap of a folder on the way changes. */
const HAS_DESCRIPTORS = platform === "linux";

/**
 * How often a file that was opened by its path is compared with what the path names. Somebody who swaps folders all the time
 * has to be in time between two looks, for each of them.
 */
const LOOKS = 16;

/** How a folder is reached. */
export interface OpenFolderOptions {
  /** Whether by its descriptor; otherwise by its path, which is looked up again after each use. @default on Linux */
  readonly byDescriptor?: boolean;
}

/** A plain file that is open for reading. */
export interface PlainFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * A folder that is open. Whatever is done in it is done in this folder, wherever its path leads meanwhile: to the
 * system a name in it is `/proc/self/fd/<number>/<name>`.
 */
export class OpenFolder implements AsyncDisposable {
  /** As people write it. */
  readonly text: string;
  readonly #handle: FileHandle | null;
  readonly #path: string;

  private constructor(text: string, path: string, handle: FileHandle | null) {
    this.text = text;
    this.#path = path;
    this.#handle = handle;
  }

  /** The folder of a root: its own path may have links, because an operator states it. @throws WorkError */
  static async ofRoot(
    root: string,
    folder: string,
    { byDescriptor = HAS_DESCRIPTORS }: OpenFolderOptions = {},
  ): Promise<OpenFolder> {
    const text = `${root}:`;
    try {
      const path = await realpath(folder);
      if (byDescriptor) return new OpenFolder(text, path, await open(path, FOLDER));
      if (!(await lstat(path)).isDirectory()) throw unavailable(text, "it is no folder");
      return new OpenFolder(text, path, null);
    } catch (error) {
      throw placeError(error, text);
    }
  }

  /** What a name in it is called to people. */
  textOf(name: string): string {
    return this.text.endsWith(":") ? `${this.text}${name}` : `${this.text}/${name}`;
  }

  /**
   * Does something with a name in this folder. @param name one that `nameMistake` has found to be right
   * @throws WorkError for what the system refuses
   */
  async use<Result>(name: string, action: (path: string) => Promise<Result>): Promise<Result> {
    try {
      return await this.#within(name, action);
    } catch (error) {
      throw placeError(error, this.textOf(name));
    }
  }

  /** Does something with a name in this folder and one in another, which errors are about. @throws WorkError */
  async useWith<Result>(
    name: string,
    other: OpenFolder,
    otherName: string,
    action: (path: string, otherPath: string) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#within(name, (path) =>
        other.#within(otherName, (otherPath) => action(path, otherPath)),
      );
    } catch (error) {
      throw placeError(error, other.textOf(otherName));
    }
  }

  /** A folder in it. @throws WorkError `path_refused` for a link, `file_unavailable` for what is no folder */
  async folder(name: string): Promise<OpenFolder> {
    const text = this.textOf(name);
    const byDescriptor = this.#handle !== null;
    const found = await this.use(name, async (path) => {
      if (byDescriptor) return open(path, FOLDER).catch((error: unknown) => ({ error }));
      const stats = await lstat(path);
      return stats.isDirectory() ? null : { error: Object.assign(new Error(text), { code: "ENOTDIR" }) };
    });
    if (found === null) return new OpenFolder(text, join(this.#path, name), null);
    if (!("error" in found)) return new OpenFolder(text, join(this.#path, name), found);
    // The system calls a link "not a folder" here.
    if (systemCode(found.error) === "ENOTDIR") {
      const stats = await this.stats(name);
      throw stats?.isSymbolicLink() === true
        ? pathRefused(text, "it is a link")
        : unavailable(text, "it is no folder");
    }
    throw placeError(found.error, text);
  }

  /** The same, made where there is none. */
  async madeFolder(name: string): Promise<OpenFolder> {
    await this.use(name, async (path) => {
      await mkdir(path).catch((error: unknown) => {
        if (systemCode(error) !== "EEXIST") throw error;
      });
    });
    return this.folder(name);
  }

  /** @throws WorkError `file_exists` */
  async newFolder(name: string): Promise<OpenFolder> {
    await this.use(name, (path) => mkdir(path));
    return this.folder(name);
  }

  /** What there is of this name, without following it; `null` for nothing. */
  async stats(name: string): Promise<Stats | null> {
    return this.use(name, (path) =>
      lstat(path).catch((error: unknown) => {
        if (systemCode(error) === "ENOENT") return null;
        throw error;
      }),
    );
  }

  /**
   * Opens a plain file for reading; its caller closes the handle.
   * @throws WorkError `path_refused` for a link, a device, and a file with another name that may lie outside
   */
  async openPlain(name: string): Promise<PlainFile> {
    const text = this.textOf(name);
    const handle = await this.use(name, (path) => open(path, PLAIN));
    try {
      const stats = await handle.stat();
      if (stats.isDirectory()) throw unavailable(text, "it is a folder");
      assertPlain(stats, text);
      if (this.#handle === null) await this.#assertOpened(name, stats);
      return { handle, stats };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** A file that nothing else has opened, for writing. @throws WorkError `file_exists` */
  async newFile(name: string): Promise<FileHandle> {
    return this.use(name, (path) =>
      open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666),
    );
  }

  /** Its names, as they come; its caller reads them to the end. */
  async names(): Promise<AsyncIterable<{ readonly name: string }>> {
    return this.use(".", (path): Promise<Dir> => opendir(path, { bufferSize: 512 }));
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #within<Result>(name: string, action: (path: string) => Promise<Result>): Promise<Result> {
    if (this.#handle !== null) return action(`/proc/self/fd/${this.#handle.fd}/${name}`);
    await this.#assertSame();
    const result = await action(join(this.#path, name));
    try {
      await this.#assertSame();
      return result;
    } catch (error) {
      // Nobody else will close what was opened.
      if (isOpen(result)) await result.close();
      throw error;
    }
  }

  /** Where there are no descriptors, a swap shows itself before or after what was done. */
  async #assertSame(): Promise<void> {
    const now = await realpath(this.#path);
    if (now !== this.#path) throw pathRefused(this.text, "it became a link meanwhile");
  }

  async #assertOpened(name: string, opened: Stats): Promise<void> {
    for (let look = 0; look < LOOKS; look += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each look is at another moment
      const now = await this.use(name, (path) => stat(path));
      if (now.ino !== opened.ino || now.dev !== opened.dev)
        throw pathRefused(this.textOf(name), "it became another file meanwhile");
    }
  }
}

function isOpen(result: unknown): result is { close(): Promise<void> } {
  return (
    typeof result === "object" && result !== null && "close" in result && typeof result.close === "function"
  );
}

/** @throws WorkError `path_refused` for what is no plain file, or has other names */
export function assertPlain(stats: Stats, text: string): void {
  if (stats.isSymbolicLink()) throw pathRefused(text, "it is a link");
  if (!stats.isFile()) throw pathRefused(text, "it is no plain file");
  if (stats.nlink > 1)
    throw pathRefused(text, "it has another name (a hard link), which may lie outside the root");
}

/** @throws WorkError `file_exists` where there is something of this name */
export async function assertFree(folder: OpenFolder, name: string): Promise<void> {
  if ((await folder.stats(name)) !== null) throw alreadyThere(folder.textOf(name));
}

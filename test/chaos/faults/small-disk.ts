import { execFile } from "node:child_process";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHUNK = new Uint8Array(64 * 1024);

/** A file system in memory of so many mebibytes, which can be full. Only root can mount one. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async mount(folder: string, mebibytes: number): Promise<SmallDisk> {
    await mkdir(folder, { recursive: true });
    await run("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder]);
    return new SmallDisk(folder);
  }

  /** Writes until there is not a byte left. */
  async fill(): Promise<void> {
    const file = await open(this.#ballast, "a");
    try {
      for (let size = CHUNK.length; size >= 1;) {
        try {
          const { bytesWritten } = await file.write(CHUNK, 0, size);
          if (bytesWritten < size) size = Math.floor(size / 2);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
          size = Math.floor(size / 2);
        }
      }
    } finally {
      await file.close();
    }
  }

  async empty(): Promise<void> {
    await rm(this.#ballast, { force: true });
  }

  async unmount(): Promise<void> {
    await run("umount", ["--lazy", this.folder]);
  }

  get #ballast(): string {
    return join(this.folder, "ballast");
  }
}

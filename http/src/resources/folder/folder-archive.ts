import { RunFolderName } from "@mojob/core/ports";
import { createTarPacker, type TarPackController } from "modern-tar";
import type { FolderFile } from "./folder-file.ts";
import { jobsOf, openRunFolder, type RunFolder } from "./run-folder.ts";
import { type FolderScheduler, orAbsent } from "./run-of-folder.ts";

/** Runs in one archive, over all tasks in it: what is left out is said in a file of its own. */
const MOST_RUNS = 1000;
/** What is made when it is read is held as a whole, because an archive says sizes first; a longer one is cut. */
const MOST_MADE_BYTES = 16 * 1024 * 1024;
const LEFT_OUT = "LEFT-OUT.txt";

/** The folder of a run with those of its jobs, and of theirs, as a tar archive, made as it is read. */
export function folderArchive(
  scheduler: FolderScheduler,
  folder: RunFolder,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { readable, controller } = createTarPacker();
  const adding = new Adding(scheduler, controller);
  adding.addAll(folder).then(
    () => controller.finalize(),
    (error: unknown) => controller.error(error),
  );
  return readable;
}

class Adding {
  readonly #scheduler: FolderScheduler;
  readonly #controller: TarPackController;
  readonly #left: string[] = [];
  #runs = 0;

  constructor(scheduler: FolderScheduler, controller: TarPackController) {
    this.#scheduler = scheduler;
    this.#controller = controller;
  }

  async addAll(folder: RunFolder): Promise<void> {
    await this.#addFolder(folder, "");
    if (this.#left.length > 0)
      await this.#write(
        `${folder.name}/${LEFT_OUT}`,
        textBytes(`${this.#left.join("\n")}\n`),
        folder.run.updatedAt,
      );
  }

  async #addFolder({ name, files, run }: RunFolder, above: string): Promise<void> {
    const path = `${above}${name}/`;
    this.#runs += 1;
    for (const file of files) await this.#addFile(path, file, run.updatedAt);
    const jobs = await jobsOf(this.#scheduler, run.id);
    for (const id of jobs) {
      if (this.#runs >= MOST_RUNS) {
        this.#left.push(
          `More than ${MOST_RUNS} runs: those of ${path}${RunFolderName.Jobs} are not complete`,
        );
        return;
      }
      const inner = await orAbsent(openRunFolder(this.#scheduler, id));
      if (inner !== null) await this.#addFolder(inner, `${path}${RunFolderName.Jobs}/`);
    }
  }

  async #addFile(folder: string, file: FolderFile, at: Date): Promise<void> {
    const path = `${folder}${file.path}`;
    const content = await orAbsent(Promise.resolve(file.read()));
    if (content === null) {
      this.#left.push(`${path}: it was removed, or is not for you to read`);
      return;
    }
    if (file.size !== null) return this.#stream(path, content, file.size, at);
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of content) {
      if (size + piece.length > MOST_MADE_BYTES) {
        this.#left.push(`${path}: its end, beyond ${MOST_MADE_BYTES} bytes`);
        break;
      }
      pieces.push(piece);
      size += piece.length;
    }
    await this.#write(path, pieces, at);
  }

  async #write(path: string, pieces: readonly Uint8Array[], at: Date): Promise<void> {
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    await this.#stream(path, pieces, size, at);
  }

  async #stream(
    name: string,
    content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    size: number,
    mtime: Date,
  ): Promise<void> {
    const writer = this.#controller.add({ name, size, type: "file", mtime, mode: 0o644 }).getWriter();
    for await (const piece of content) await writer.write(piece);
    await writer.close();
  }
}

function textBytes(text: string): readonly Uint8Array[] {
  return [new TextEncoder().encode(text)];
}

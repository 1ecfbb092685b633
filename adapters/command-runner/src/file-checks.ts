import { realpath, stat } from "node:fs/promises";
import { isAbsolute, relative, resolve } from "node:path";
import { type JobContext, type JobDefinition, NonRetryableError } from "@mojob/core";
import {
  type IMoWorkRunner,
  type JsonValue,
  RESOURCE,
  resourceOf,
  ResourceType,
  type WorkAttempt,
  WorkError,
  WorkErrorCode,
} from "@mojob/core/ports";

export interface FileChecksOptions {
  /** Absolute paths of the folders that may be looked into, with all below; links that lead out of them are refused. */
  readonly folders: readonly string[];
}

/** Where a path leads to nothing. */
const ABSENT: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Looks at files that jobs of tasks need. */
class FileChecks implements IMoWorkRunner<JobContext> {
  readonly kind: typeof RESOURCE = RESOURCE;
  readonly handlers: readonly string[] = [];
  readonly names: readonly string[] = [ResourceType.File];
  readonly #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  canRun({ work }: JobDefinition): boolean {
    return resourceOf(work)?.type === ResourceType.File;
  }

  async run({ definition }: WorkAttempt<JobContext>): Promise<JsonValue> {
    const path = resourceOf(definition.work)?.uri ?? "";
    // First by its words: what is outside does not show whether it is there.
    if (!isAbsolute(path) || !isWithin(resolve(path), this.#folders)) throw this.#outside(path);
    const real = await found(path, realpath(path));
    const folders = await Promise.all(this.#folders.map((folder) => realpath(folder).catch(() => folder)));
    if (!isWithin(real, folders)) throw this.#outside(path);
    const file = await found(path, stat(real));
    return {
      TYPE: file.isDirectory() ? "folder" : "file",
      SIZE: file.size,
      MODIFIED: file.mtime.toISOString(),
    };
  }

  #outside(path: string): NonRetryableError {
    return new NonRetryableError(
      `Cannot look at "${path}": this worker looks at absolute paths below ${this.#folders.join(", ")} alone`,
    );
  }
}

/** @throws WorkError `file_unavailable` */
async function found<Value>(path: string, looking: Promise<Value>): Promise<Value> {
  try {
    return await looking;
  } catch (error) {
    if (!ABSENT.has((error as { code?: unknown }).code)) throw error;
    throw new WorkError(WorkErrorCode.FileUnavailable, { name: path });
  }
}

function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return way !== ".." && !way.startsWith("../") && !way.startsWith("..\\") && !isAbsolute(way);
  });
}

/**
 * A runner that looks at files which jobs of tasks need, in these folders of the worker's machine alone.
 * @throws TypeError for a folder that is no absolute path
 * @example
 * ```ts
 * import { fileChecks } from "@mojob/command-runner";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * const { close } = await startEmbedded({ app: "shop", jobs: [], runners: [fileChecks({ folders: ["/srv/in"] })] });
 * await close();
 * ```
 */
export function fileChecks({ folders }: FileChecksOptions): IMoWorkRunner<JobContext> {
  for (const folder of folders)
    if (!isAbsolute(folder)) throw new TypeError(`Folder "${folder}" has to be an absolute path`);
  return new FileChecks(folders.map((folder) => resolve(folder)));
}

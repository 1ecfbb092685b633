import type { FileLimits, StoredFile } from "../model/file/stored-file.ts";

/** Keeps the files that runs leave. They are not removed with their run: `runs` finds those whose run is no more. */
export interface IMoFileStore {
  /**
   * Keeps what it reads as a file of a run. It takes the place of one with that name when all of it is there; where the content
   * throws, that one stays as it is, and the error is what the promise rejects with.
   * @throws MoJobError `invalid_argument` for a name that a file may not have; `file_refused` for more bytes or files than the limits say
   */
  put(file: FileToStore, content: AsyncIterable<Uint8Array>, limits: FileLimits): Promise<StoredFile>;
  /** Resolves to `null` where there is none. */
  get(tenant: string, instanceId: string, name: string): Promise<FileContent | null>;
  /** The files of a run, by name. */
  list(tenant: string, instanceId: string): Promise<readonly StoredFile[]>;
  /** The ids of runs that have files, or pieces of some, in an order of the store's own: those after this one, at most `limit`. */
  runs(tenant: string, after: string | null, limit: number): Promise<readonly string[]>;
  /** Removes all files of these runs, and what was written of others; none of them there is no error. */
  remove(tenant: string, instanceIds: readonly string[]): Promise<void>;
}

export type FileToStore = Pick<StoredFile, "tenant" | "instanceId" | "name">;

export interface FileContent {
  readonly file: StoredFile;
  /** Its bytes, read piece by piece; call it once. The stream fails where the file is removed or replaced meanwhile. */
  open(): ReadableStream<Uint8Array<ArrayBuffer>>;
}

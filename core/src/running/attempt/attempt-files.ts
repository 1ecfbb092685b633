import { describeValue } from "../../base/describe-value.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { bytesOf, type FileSource } from "../../model/file/file-source.ts";
import { type FileValue, isFileValue, runOfFile } from "../../model/file/file-value.ts";
import { assertFileName, FILE_LIMITS, fileValueOf } from "../../model/file/stored-file.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { WorkFiles } from "../../ports/work-runner.ts";

export interface AttemptFilesOptions {
  readonly store: Pick<IMoJobScheduleMetadataStore, "files" | "instances">;
  readonly attempt: AttemptRef;
  /** The signal of the attempt: its abort ends the writing of files. */
  readonly signal: AbortSignal;
}

/** The files of one attempt's run. */
export class AttemptFiles implements WorkFiles {
  readonly #options: AttemptFilesOptions;

  constructor(options: AttemptFilesOptions) {
    this.#options = options;
  }

  /** Fields, so that a job can take them out of its context. */
  readonly write = async (name: string, content: FileSource): Promise<FileValue> => {
    assertFileName(name);
    const { store, attempt } = this.#options;
    const { tenant, id } = attempt;
    const to = { tenant, instanceId: id, name };
    return fileValueOf(await store.files.put(to, this.#fenced(content), FILE_LIMITS));
  };

  readonly read = async (file: unknown): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => {
    if (!isFileValue(file))
      throw new MoJobError(
        MoJobErrorCode.InvalidArgument,
        `Cannot read ${describeValue(file)} as a file: the value of a stored file is wanted`,
      );
    const { store, attempt } = this.#options;
    const found = await store.files.get(attempt.tenant, runOfFile(file), file.name);
    // A caller with the hash was given the file: an id alone may have been guessed, or be that of another app's run.
    if (found === null) throw notFound(file, "it was removed with its run");
    if (found.file.sha256 !== file.sha256 || found.file.size !== file.size)
      throw notFound(file, "its run has stored other content under this name since");
    return found.open();
  };

  /** Fails before the file is kept where the attempt is no longer the run's: another one may have written the file meanwhile. */
  async *#fenced(content: FileSource): AsyncGenerator<Uint8Array, void, void> {
    const { store, attempt, signal } = this.#options;
    signal.throwIfAborted();
    for await (const piece of bytesOf(content)) {
      signal.throwIfAborted();
      yield piece;
    }
    const [run] = await store.instances.get(attempt.tenant, [attempt.id]);
    signal.throwIfAborted();
    if (run?.claim === attempt.claim) return;
    throw new MoJobError(
      MoJobErrorCode.IllegalTransition,
      `Cannot store a file of run "${attempt.id}": its attempt ${attempt.attempt} has ended`,
    );
  }
}

function notFound({ name, $file }: FileValue, why: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.FileNotFound,
    `Cannot read file ${JSON.stringify(name)} (${$file}): ${why}`,
  );
}

import { type JobContext, MoJobError, MoJobErrorCode } from "@mojob/core";
import { Upload, type UploadPiece, type UploadState } from "./upload.ts";

/** Uploads of one attempt whose last piece has not come. */
const MOST_OPEN = 10;
/** Whole ones that are remembered, for calls that are repeated. */
const MOST_DONE = 100;

/** The uploads of an attempt, by the ids that its executor chose. */
export class Uploads {
  readonly #context: Pick<JobContext, "files" | "signal">;
  readonly #open = new Map<string, Upload>();
  readonly #done = new Map<string, Upload>();
  #ended: Error | null = null;

  constructor(context: Pick<JobContext, "files" | "signal">) {
    this.#context = context;
  }

  /**
   * Takes a piece; the first opens the upload.
   * @throws MoJobError `quota_exceeded` for too many at once; `file_not_found` for a later piece of one that is not open here
   */
  async take(id: string, name: string, piece: UploadPiece): Promise<UploadState> {
    const upload = this.#open.get(id) ?? this.#done.get(id) ?? this.#begin(id, name, piece);
    try {
      const state = await upload.take(piece);
      if (state.file !== null) this.#finish(id, upload);
      return state;
    } catch (error) {
      // One that was told to begin elsewhere goes on; what the store refused does not.
      if (!(error instanceof MoJobError && error.code === MoJobErrorCode.InvalidArgument))
        this.#open.delete(id);
      throw error;
    }
  }

  /** The attempt is over: nothing more is stored. */
  end(reason: Error): void {
    this.#ended ??= reason;
    for (const upload of this.#open.values()) upload.end(reason);
    this.#open.clear();
  }

  #begin(id: string, name: string, { offset }: UploadPiece): Upload {
    if (this.#ended !== null) throw this.#ended;
    if (offset > 0)
      throw new MoJobError(
        MoJobErrorCode.FileNotFound,
        `Cannot go on with file ${JSON.stringify(name)}: this upload has ended or is not known here; begin another one from byte 0`,
      );
    if (this.#open.size >= MOST_OPEN)
      throw new MoJobError(
        MoJobErrorCode.QuotaExceeded,
        `Cannot store file ${JSON.stringify(name)}: the run stores ${MOST_OPEN} files at this moment`,
      );
    const upload = new Upload(name, this.#context.files, this.#context.signal);
    this.#open.set(id, upload);
    return upload;
  }

  #finish(id: string, upload: Upload): void {
    this.#open.delete(id);
    this.#done.set(id, upload);
    const [oldest] = this.#done.keys();
    if (this.#done.size > MOST_DONE && oldest !== undefined) this.#done.delete(oldest);
  }
}

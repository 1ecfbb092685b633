import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";

/** One of the stores that share a file: the file is closed with the last of them. */
export class StorePart {
  readonly #closeShared: () => Promise<void>;
  #closing: Promise<void> | null = null;

  constructor(closeShared: () => Promise<void>) {
    this.#closeShared = closeShared;
  }

  /** @throws MoJobError `store_unavailable` once it is closed */
  assertOpen(): void {
    if (this.#closing === null) return;
    throw new MoJobError(
      MoJobErrorCode.StoreUnavailable,
      "Cannot use the store: it was closed; open a new one",
    );
  }

  /** Twice is once. */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeShared());
  }
}

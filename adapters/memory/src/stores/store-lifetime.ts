import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";

/** Whether a store is still open; its parts share one. */
export class StoreLifetime {
  readonly #name: string;
  #closed = false;

  constructor(name: string) {
    this.#name = name;
  }

  close(): void {
    this.#closed = true;
  }

  /** @throws MoJobError `store_unavailable` once it is closed */
  assertOpen(): void {
    if (!this.#closed) return;
    throw new MoJobError(
      MoJobErrorCode.StoreUnavailable,
      `Cannot use the ${this.#name}: it was closed; open a new one`,
    );
  }
}

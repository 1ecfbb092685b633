/** Something that can be closed. */
export interface Closer {
  close(): unknown;
}

/** Remembers how to close what was opened, and closes it in reverse; Node 22 has no `AsyncDisposableStack`. */
export class Closers {
  readonly #closers: Closer[] = [];
  #closing: Promise<void> | null = null;

  /** Returns what was opened; it is closed before everything that was added earlier. */
  add<Opened extends Closer>(opened: Opened): Opened {
    this.#closers.push(opened);
    return opened;
  }

  /** Closes all, also where one of them fails; rejects with the first error. A second call returns the same promise. */
  close(): Promise<void> {
    return (this.#closing ??= this.#closeAll());
  }

  async #closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const one of this.#closers.toReversed()) {
      try {
        await one.close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Closes all of them at once, also where one fails; rejects with the first error. */
export async function closeAll(closers: Iterable<Closer>): Promise<void> {
  const ends = await Promise.allSettled(Array.from(closers, async (one) => one.close()));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

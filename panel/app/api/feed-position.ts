/** `POSITION_HEADER` of the API. */
export const POSITION_HEADER = "MoJob-Event-Id";

/**
 * Where the stream of events has to begin so that it sends every change that what was read may lack: after the earliest event that a response
 * named, or after the last one that a stream has sent.
 */
export class FeedPosition {
  /** `undefined` until something was read, `null` where the places of what was read are in no order. */
  #after: string | null | undefined;
  #isOpen = false;
  readonly #listeners = new Set<() => void>();

  /** Is called where something was read before the event that the open stream began after. */
  onMissed(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A read begins; its response says where it stands. What is read while a stream is open needs no place. */
  beginRead(): (response: Response) => void {
    return this.#isOpen ? () => {} : ({ headers }) => this.#noteRead(headers.get(POSITION_HEADER));
  }

  /** The event to open a stream after; `null` where everything has to be read again once it has begun. */
  open(): string | null {
    this.#isOpen = true;
    return this.#after ?? null;
  }

  /** The stream has sent this event. */
  noteEvent(id: string): void {
    this.#after = id;
  }

  close(): void {
    this.#isOpen = false;
  }

  #noteRead(position: string | null): void {
    const after = this.#after;
    if (after === undefined) this.#after = position;
    else if (after === null || includes(position, after)) return;
    else if (this.#isOpen) for (const listener of this.#listeners) listener();
    else this.#after = includes(after, position) ? position : null;
  }
}

/** Whether one event is the other or a later one of the same era. */
function includes(position: string | null, earlier: string | null): boolean {
  const [era, seq] = (position ?? "").split(".");
  const [earlierEra, earlierSeq] = (earlier ?? "").split(".");
  return era === earlierEra && Number(seq) >= Number(earlierSeq);
}

/** Of this visit. */
export const feedPosition = new FeedPosition();

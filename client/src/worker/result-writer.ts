import { isMoJobClientError } from "../call/client-error.ts";
import { tooLarge } from "./attempt-result.ts";
import { type ExecutorLink, isUnknownExecutor } from "./executor-link.ts";
import type { HeldRun } from "./held-run.ts";
import type { Letter, Note, Outbox } from "./outbox.ts";

/** Sends what runs write, and how they ended until that is recorded. */
export class ResultWriter {
  readonly #link: ExecutorLink;
  readonly #outbox: Outbox;
  readonly #held: Set<HeldRun>;
  readonly #onError: (error: unknown) => void;
  readonly #onSettled: () => void;

  constructor(parts: {
    readonly link: ExecutorLink;
    readonly outbox: Outbox;
    readonly held: Set<HeldRun>;
    readonly onError: (error: unknown) => void;
    readonly onSettled: () => void;
  }) {
    this.#link = parts.link;
    this.#outbox = parts.outbox;
    this.#held = parts.held;
    this.#onError = parts.onError;
    this.#onSettled = parts.onSettled;
  }

  /** Resolves when the link has ended. */
  async run(): Promise<void> {
    while (!this.#link.ended.aborted) {
      await this.#outbox.filled;
      for (const letter of this.#outbox.take()) await this.#send(letter);
    }
  }

  async #send({ name, field, notes: given }: Letter): Promise<void> {
    let notes = given.filter(({ run }) => !run.isLost);
    while (notes.length > 0 && !this.#link.ended.aborted) {
      try {
        await this.#link.call(name, {
          [field]: notes.map(({ run, fields }) => ({ ...fields, lease: run.lease })),
        });
      } catch (error) {
        if (this.#link.ended.aborted) return;
        if (isUnknownExecutor(error)) {
          // It has registered again: what goes on is sent again, under its new lease.
          notes = notes.filter(({ run }) => !run.isLost);
          continue;
        }
        if (this.#isTooLarge(name, notes, error)) return;
        if (!isMoJobClientError(error, "lease_lost")) this.#onError(error);
      }
      if (name === "settle") this.#settled(notes);
      return;
    }
  }

  #isTooLarge(name: Letter["name"], notes: readonly Note[], error: unknown): boolean {
    const [only] = notes;
    const isResult = name === "settle" && notes.length === 1 && only !== undefined;
    if (!isResult || !isMoJobClientError(error, "body_too_large")) return false;
    this.#outbox.putResult(only.run, tooLarge());
    return true;
  }

  #settled(notes: readonly Note[]): void {
    for (const { run } of notes) this.#held.delete(run);
    this.#onSettled();
  }
}

import { giveBackSlots, type GiveBackSlotsOptions } from "../waiting/release/give-back-slots.ts";
import type { AttemptRef } from "../model/instance/attempt-ref.ts";
import type { SlotGiver } from "../model/reason.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { AttemptWriter } from "./attempt/attempt-writer.ts";

export interface AbandonedCodeOptions extends Omit<GiveBackSlotsOptions, "store"> {
  readonly store: Pick<IMoInstanceStore, "firstWaiting">;
  readonly writer: AttemptWriter;
  readonly onError: (error: unknown) => void;
}

/** The code that goes on in this worker though its attempts have ended: when it ends, its slots are given back. */
export class AbandonedCode {
  readonly #options: GiveBackSlotsOptions;
  readonly #onError: (error: unknown) => void;
  readonly #attempts = new Set<AttemptRef>();

  constructor({ writer, store, onError, ...options }: AbandonedCodeOptions) {
    this.#onError = onError;
    this.#options = {
      ...options,
      store: {
        firstWaiting: (lanes) => store.firstWaiting(lanes),
        get: (tenant, ids) => writer.readMany(ids.map((id) => ({ tenant, id }))),
        update: (changes) => Promise.all(changes.map((change) => writer.update(change))),
      },
    };
  }

  /** Takes an attempt whose code holds its slot until it has ended. */
  add(attempt: AttemptRef, untilReturned: Promise<void>): void {
    this.#attempts.add(attempt);
    void untilReturned.then(() => this.#giveBack([attempt], { how: "returned", by: null }));
  }

  /** The process is about to end, and the code with it. */
  async close(): Promise<void> {
    await this.#giveBack([...this.#attempts], { how: "worker_ended", by: null });
  }

  async #giveBack(attempts: readonly AttemptRef[], giver: SlotGiver): Promise<void> {
    const left = attempts.filter((attempt) => this.#attempts.delete(attempt));
    try {
      await giveBackSlots(left, giver, this.#options);
    } catch (error) {
      // The reconciler gives back what its worker, once it has ended, has not.
      this.#onError(error);
    }
  }
}

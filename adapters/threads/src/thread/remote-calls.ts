import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { CallStep, CallTarget, FromThread, ToThread } from "../thread-protocol.ts";
import { toError } from "../thrown-error.ts";

/** Calls of one attempt that the worker makes for it. */
export class RemoteCalls {
  readonly #send: (message: FromThread) => void;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #isClosed = false;

  /** Calls are numbered over all attempts of the thread, so that a late result matches none. */
  static #lastCall = 0;

  constructor(send: (message: FromThread) => void) {
    this.#send = send;
  }

  /** Rejects with what the last step threw; a function or a signal among the arguments cannot leave its thread. */
  async call(steps: readonly CallStep[], of: CallTarget = "scheduler"): Promise<unknown> {
    if (this.#isClosed)
      throw new MoJobError(MoJobErrorCode.ShuttingDown, `Cannot call the ${of}: the attempt has ended`);
    const call = (RemoteCalls.#lastCall += 1);
    this.#send({ kind: "call", call, of, steps });
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(call, waiting);
    return waiting.promise;
  }

  take(message: Extract<ToThread, { kind: "answer" | "refusal" }>): void {
    const waiting = this.#waiting.get(message.call);
    this.#waiting.delete(message.call);
    if (message.kind === "answer") waiting?.resolve(message.value);
    else waiting?.reject(toError(message.error));
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting.clear();
  }
}

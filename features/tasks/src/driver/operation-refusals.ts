import type { Refused, TaskRefusal } from "../decide/task-refusal.ts";

/** Why operations were not done. Only the step that takes one knows: others may have come before it. */
export class OperationRefusals {
  readonly #reasons = new WeakMap<object, TaskRefusal>();

  /** Notes what a step made of its inputs; a later try of the same step counts in its place. */
  note(inputs: readonly object[], refused: ReadonlyMap<object, TaskRefusal>): void {
    for (const input of inputs) {
      const reason = refused.get(input);
      if (reason === undefined) this.#reasons.delete(input);
      else this.#reasons.set(input, reason);
    }
  }

  /** None of the inputs was taken. */
  noteAll(inputs: readonly object[], reason: TaskRefusal): void {
    for (const input of inputs) this.#reasons.set(input, reason);
  }

  /** `null` for one that was done. */
  of(operation: object): Refused | null {
    const reason = this.#reasons.get(operation);
    return reason === undefined ? null : { reason };
  }
}

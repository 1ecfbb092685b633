/** The batches of a worker that wait for places: the most urgent begins first, and of equally urgent ones the oldest. */
export class BatchQueue {
  /** Priorities, in the order the batches came. */
  readonly #waiting = new Map<object, number>();

  get length(): number {
    return this.#waiting.size;
  }

  /** Lets a batch wait; one that waits already keeps its turn. */
  enter(batch: object, priority: number): void {
    this.#waiting.set(batch, priority);
  }

  leave(batch: object): void {
    this.#waiting.delete(batch);
  }

  /** Whether it is this batch's turn. */
  isFirst(batch: object): boolean {
    const mostUrgent = Math.min(...this.#waiting.values());
    for (const [waiting, priority] of this.#waiting) if (priority === mostUrgent) return waiting === batch;
    return false;
  }
}

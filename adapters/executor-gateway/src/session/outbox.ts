import type { Lease } from "./lease.ts";

/** A response has one run more than this at most, however large. */
const LARGEST_RESPONSE = 1024 * 1024;

/** Runs on their way to an executor: each is sent again until the poll that follows says that it arrived. */
export class Outbox {
  #ready: Lease[] = [];
  #sent: readonly Lease[] = [];
  #batch = 0;

  get size(): number {
    return this.#ready.length;
  }

  /** The number of the batch that was sent last. */
  get batch(): number {
    return this.#batch;
  }

  add(lease: Lease): void {
    this.#ready.push(lease);
  }

  drop(lease: Lease): void {
    this.#ready = this.#ready.filter((one) => one !== lease);
  }

  /** The executor has this batch; a later one that it does not have is sent again. */
  acknowledge(batch: number, isOpen: (lease: Lease) => boolean): void {
    if (batch !== this.#batch) this.#ready = [...this.#sent.filter(isOpen), ...this.#ready];
    this.#sent = [];
  }

  /** Takes the next batch, of at most so many. */
  take(most: number): readonly Lease[] {
    let [count, bytes] = [0, 0];
    for (const { json } of this.#ready) {
      if (count === most || bytes > LARGEST_RESPONSE) break;
      count += 1;
      bytes += json.length;
    }
    const taken = this.#ready.slice(0, count);
    if (taken.length === 0) return taken;
    this.#ready = this.#ready.slice(count);
    this.#batch += 1;
    this.#sent = taken;
    for (const lease of taken) lease.isSent = true;
    return taken;
  }
}

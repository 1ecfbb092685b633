import { CancellationScope, condition, isCancellation } from "@temporalio/workflow";
import { runDuty } from "./activity-proxies.ts";
import type { ListedDuty } from "./protocol.ts";

/** Gives one duty to a control plane, again and again: now, when it is due, and when the one that held it has returned it. */
export class DutyLoop {
  readonly #tenant: string;
  readonly #duty: ListedDuty;
  #held = new CancellationScope();
  #isDue = false;
  #isStopped = false;

  constructor(tenant: string, duty: ListedDuty) {
    this.#tenant = tenant;
    this.#duty = duty;
  }

  /** Resolves when it is stopped or the workflow is cancelled. */
  async run(): Promise<void> {
    try {
      while (!this.#isStopped) await this.#pass();
    } catch (error) {
      if (!isCancellation(error)) throw error;
    }
  }

  /** The duty is due now: a control plane that holds it gives it up, and it is run again from what is stored. */
  wake(): void {
    this.#isDue = true;
    this.#held.cancel();
  }

  stop(): void {
    this.#isStopped = true;
    this.#held.cancel();
  }

  async #pass(): Promise<void> {
    this.#isDue = false;
    this.#held = new CancellationScope();
    let nextInMs = 0;
    try {
      ({ nextInMs } = await this.#held.run(() => runDuty(this.#tenant, this.#duty)));
    } catch (error) {
      // Cancelled by this loop, it goes on; cancelled with the workflow, it ends. A failure is retried by Temporal before.
      if (isCancellation(error) && !this.#isDue) throw error;
    }
    if (nextInMs > 0) await condition(() => this.#isDue || this.#isStopped, nextInMs);
  }
}

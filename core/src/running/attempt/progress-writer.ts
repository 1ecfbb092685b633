import type { Clock, Timer } from "../../base/clock.ts";
import type { JobProgress } from "../../model/instance/job-instance.ts";

const PACE_MS = 500;

/**
 * Paces one attempt's progress: the first word goes out at once, then the latest, half a second after the write before
 * it has ended. A store that hangs so gets one write, however much is reported meanwhile.
 */
export class ProgressWriter {
  readonly #clock: Clock;
  readonly #write: (progress: JobProgress) => Promise<unknown>;
  #next: JobProgress | null = null;
  #isWaiting = false;
  #timer: Timer | null = null;
  #isClosed = false;

  /** @param write must not reject */
  constructor(clock: Clock, write: (progress: JobProgress) => Promise<unknown>) {
    this.#clock = clock;
    this.#write = write;
  }

  report(progress: JobProgress): void {
    this.#next = progress;
    if (!this.#isWaiting) void this.#send();
  }

  /** Drops progress that was not sent, because the attempt's last write contains it. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  async #send(): Promise<void> {
    const progress = this.#next;
    this.#next = null;
    this.#isWaiting = progress !== null && !this.#isClosed;
    if (progress === null || this.#isClosed) return;
    await this.#write(progress);
    if (this.#isClosed) return;
    this.#timer = this.#clock.setTimer(() => void this.#send(), PACE_MS, { background: true });
  }
}

import type { Clock, Timer } from "../base/clock.ts";
import type { JobProgress } from "../instance/job-instance.ts";

const PACE_MS = 500;

/** Paces one attempt's progress: the first word goes out at once, then at most one each half second, the latest. */
export class ProgressWriter {
  readonly #clock: Clock;
  readonly #write: (progress: JobProgress) => void;
  #next: JobProgress | null = null;
  #timer: Timer | null = null;

  constructor(clock: Clock, write: (progress: JobProgress) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  report(progress: JobProgress): void {
    this.#next = progress;
    if (this.#timer === null) this.#send();
  }

  /** Forgets what was not sent: the attempt's last write carries it. */
  close(): void {
    this.#timer?.cancel();
    this.#next = null;
  }

  #send(): void {
    this.#timer = null;
    if (this.#next === null) return;
    this.#write(this.#next);
    this.#next = null;
    this.#timer = this.#clock.setTimer(() => this.#send(), PACE_MS, { background: true });
  }
}

import type { JobContext } from "@mojob/core";
import type { Clock } from "@mojob/core/ports";
import type { ProcessName } from "./processes.ts";
import { attemptName } from "./run-name.ts";

/** An attempt whose code has begun and goes on. */
export interface RunningAttempt {
  readonly process: ProcessName;
  readonly name: string;
  /** What it began with. */
  readonly began: string;
  end(): void;
  /** Asks to be executed later. */
  snooze(): void;
}

const SNOOZE_MS = 1000;

/** What the code of an attempt did: it began, or it came to its end. */
export interface Effect {
  readonly instanceId: string;
  readonly attempt: number;
  readonly isEnd: boolean;
  /** What the attempt was given. */
  readonly args: unknown;
  readonly atMs: number;
}

/** The jobs' own code: it ends when it is asked to, and its effects outlive the worker that ran it. */
export class RunningCode {
  readonly #clock: Clock;
  #running: readonly RunningAttempt[] = [];
  readonly #effects: Effect[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get running(): readonly RunningAttempt[] {
    return this.#running;
  }

  get effects(): readonly Effect[] {
    return this.#effects;
  }

  execute(
    process: ProcessName,
    args: unknown,
    { instanceId, attempt, snooze }: JobContext,
  ): Promise<unknown> {
    const note = (isEnd: boolean): void => {
      this.#effects.push({ instanceId, attempt, isEnd, args, atMs: this.#clock.monotonicMs() });
    };
    note(false);
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#running = this.#running.filter((other) => other !== one);
        note(true);
      };
      const one: RunningAttempt = {
        process,
        name: attemptName({ instanceId, attempt }),
        began: JSON.stringify([args, this.#clock.monotonicMs()]),
        end: () => {
          stop();
          resolve(null);
        },
        snooze: () => {
          stop();
          resolve(Promise.try(() => snooze(SNOOZE_MS)));
        },
      };
      this.#running = [...this.#running, one];
    });
  }

  /** What it runs never comes to its end. */
  drop(process: ProcessName): void {
    this.#running = this.#running.filter((one) => one.process !== process);
  }
}

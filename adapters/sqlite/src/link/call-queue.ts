import type { Operations } from "../engine/operations.ts";
import type { Database } from "./database.ts";
import type { Call, Outcome } from "./engine.ts";
import { toMoJobError } from "./mojob-error.ts";

interface PendingCall {
  readonly call: Call;
  resolve(value: never): void;
  reject(error: unknown): void;
}

/** Where calls are run: in this thread or in another. */
export interface CallRunner {
  /** Resolves to one outcome per call, in order. */
  run(calls: readonly Call[]): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

/** Hands calls that are made in one turn of the event loop to a runner together. */
export class CallQueue implements Database {
  readonly #runner: CallRunner;
  #waiting: PendingCall[] = [];
  #closing: Promise<void> | null = null;

  constructor(runner: CallRunner) {
    this.#runner = runner;
  }

  call<Name extends keyof Operations>(
    name: Name,
    ...args: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#hand());
      this.#waiting.push({ call: { name, args }, resolve, reject });
    });
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#hand();
    await this.#runner.close();
  }

  async #hand(): Promise<void> {
    const pending = this.#waiting;
    this.#waiting = [];
    if (pending.length === 0) return;
    try {
      const outcomes = await this.#runner.run(pending.map(({ call }) => call));
      pending.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index]!;
        if ("failure" in outcome) reject(toMoJobError(outcome.failure));
        else resolve(outcome.value as never);
      });
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }
}

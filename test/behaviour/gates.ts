import type { JobContext } from "@mojob/core";

interface Gate {
  readonly enter: () => void;
  readonly entered: Promise<void>;
  readonly open: (outcome: Outcome) => void;
  readonly opened: Promise<Outcome>;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Holds runs inside their code until a test says how they go on, so that no test has to wait by the clock. */
export class Gates {
  readonly #gates = new Map<string, Gate>();
  /** Runs inside their code now, and the most there ever were. */
  inside = 0;
  mostInside = 0;

  /** Called by the job: waits for the test; a signal that aborts first is thrown, unless it is ignored. */
  async pass({ instanceId, attempt, signal }: JobContext, ignoreSignal = false): Promise<unknown> {
    const gate = this.#gate(instanceId, attempt);
    this.inside += 1;
    this.mostInside = Math.max(this.mostInside, this.inside);
    gate.enter();
    try {
      const aborted = new Promise<never>((_, reject) => {
        if (!ignoreSignal)
          signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      const outcome = await Promise.race([gate.opened, aborted]);
      if ("error" in outcome) throw outcome.error;
      return outcome.value;
    } finally {
      this.inside -= 1;
    }
  }

  /** Resolves when the attempt is inside its code. */
  entered(instanceId: string, attempt = 1): Promise<void> {
    return this.#gate(instanceId, attempt).entered;
  }

  /** Lets the attempt return this, now or when it comes. */
  succeed(instanceId: string, value?: unknown, attempt = 1): void {
    this.#gate(instanceId, attempt).open({ value });
  }

  /** Lets the attempt throw this, now or when it comes. */
  fail(instanceId: string, error: unknown = new Error("told to fail"), attempt = 1): void {
    this.#gate(instanceId, attempt).open({ error });
  }

  #gate(instanceId: string, attempt: number): Gate {
    const key = `${instanceId}/${attempt}`;
    let gate = this.#gates.get(key);
    if (gate === undefined) {
      const entered = Promise.withResolvers<void>();
      const opened = Promise.withResolvers<Outcome>();
      gate = {
        enter: entered.resolve,
        entered: entered.promise,
        open: opened.resolve,
        opened: opened.promise,
      };
      this.#gates.set(key, gate);
    }
    return gate;
  }
}

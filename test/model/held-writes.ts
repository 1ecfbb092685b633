import { MoJobError, MoJobErrorCode } from "@mojob/core";
import type { EndAnswer } from "@mojob/core/ports";
import { intercept, type Stores } from "../chaos/faults/intercept.ts";
import type { ProcessName } from "./processes.ts";
import { runName } from "./run-name.ts";

/** A write on its way to the store. */
export interface HeldWrite {
  readonly process: ProcessName;
  readonly what: string;
  let(): Promise<void>;
  /** The write is done, and its caller gets the error that the store is unavailable. */
  lose(): Promise<void>;
}

const WRITES: ReadonlySet<string> = new Set(["insert", "admit", "update", "endAndAdmit"]);

/** What the processes of a world write about runs: each write waits until it is let. */
export class HeldWrites {
  /** While it is open, no call waits, and dead processes get results as well. */
  isFree = false;
  readonly #stores: Stores;
  readonly #dead: ReadonlySet<ProcessName>;
  #waiting: readonly HeldWrite[] = [];
  readonly #told = new Map<string, string>();

  /** @param dead processes whose calls of the stores never return */
  constructor(stores: Stores, dead: ReadonlySet<ProcessName>) {
    this.#stores = stores;
    this.#dead = dead;
  }

  get waiting(): readonly HeldWrite[] {
    return this.#waiting;
  }

  /** The store's last result for each process, because its next step depends on that. */
  get told(): readonly string[] {
    return [...this.#told].map((pair) => pair.join(": "));
  }

  /** The stores as one process sees them. */
  seenBy(process: ProcessName): Stores {
    return intercept(this.#stores, ({ port, method, args }, proceed) => {
      if (this.isFree) return proceed();
      if (port === "instances" && WRITES.has(method))
        return this.#hold(process, `${method} ${describeWrite(args[0])}`, proceed);
      return this.#dead.has(process) ? new Promise(() => {}) : proceed();
    });
  }

  /** What it has not written yet it never will. */
  drop(process: ProcessName): void {
    this.#waiting = this.#waiting.filter((one) => one.process !== process);
  }

  #hold(process: ProcessName, what: string, proceed: () => Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const end = (): Promise<unknown> => {
        this.#waiting = this.#waiting.filter((one) => one !== write);
        return proceed();
      };
      const told = (answer: string): void => void this.#told.set(`${process} ${what}`, answer);
      const write: HeldWrite = {
        process,
        what,
        let: async () => {
          const answer = await end();
          told(describeAnswer(answer));
          resolve(answer);
        },
        lose: async () => {
          await end();
          told("lost");
          reject(new MoJobError(MoJobErrorCode.StoreUnavailable, "The answer was lost"));
        },
      };
      this.#waiting = [...this.#waiting, write];
    });
  }
}

function describeWrite(items: unknown): string {
  return (items as readonly Record<string, unknown>[])
    .map((item) => {
      const change = (item["change"] ?? item) as {
        readonly id: string;
        readonly set?: {
          readonly state?: string;
          readonly attempt?: number;
          readonly cancelRequestedAt?: Date;
        };
        readonly when?: { readonly states: readonly string[]; readonly attempt?: number };
      };
      const { set, when } = change;
      const asked = set?.cancelRequestedAt === undefined ? "" : "!";
      const next = "next" in item ? ">next" : "";
      return `${runName(change.id)}${next}${when ? `${when.states[0]?.[0]}${when.attempt ?? ""}>${set?.state ?? ""}${set?.attempt ?? ""}${asked}` : ""}`;
    })
    .join("+");
}

function describeAnswer(answer: unknown): string {
  return (answer as readonly unknown[])
    .map((one) =>
      typeof one === "object" && one !== null && "outcome" in one
        ? one.outcome
        : isEndAnswer(one)
          ? `${String(one.isWritten)}/${one.begun === null ? String(one.othersWait) : runName(one.begun.id)}`
          : one === null
            ? "new"
            : String(one === true || one === false ? one : "there"),
    )
    .join();
}

function isEndAnswer(answer: unknown): answer is EndAnswer {
  return typeof answer === "object" && answer !== null && "isWritten" in answer;
}

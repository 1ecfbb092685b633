import { type JobInstance, MoJobError, MoJobErrorCode } from "@mojob/core";
import { type Arrival, type EndResult, waitsForSlot } from "@mojob/core/ports";
import { intercept, type Stores } from "../chaos/faults/intercept.ts";
import type { ProcessName } from "./processes.ts";
import { learnName, runName } from "./run-name.ts";

/** A write on its way to the store. */
export interface HeldWrite {
  readonly process: ProcessName;
  readonly what: string;
  readonly method: string;
  /** The ids of the runs it is about. */
  readonly runs: readonly string[];
  /** Those of them whose ends give their slots on. */
  readonly givingOn: readonly string[];
  let(): Promise<void>;
  /** The write is done, and its caller gets the error that the store is unavailable. */
  lose(): Promise<void>;
}

const WRITES: ReadonlySet<string> = new Set(["insert", "insertOrWait", "admit", "update", "endAndAdmit"]);

/** What the processes of a world write about runs: each write waits until it is let. */
export class HeldWrites {
  /** While it is open, no call waits, and dead processes get results as well. */
  isFree = false;
  /** The ids of runs that other runs led to, as far as somebody wanted to record them. */
  readonly led: Set<string> = new Set();
  readonly #stores: Stores;
  readonly #dead: ReadonlySet<ProcessName>;
  #waiting: readonly HeldWrite[] = [];
  readonly #chosen = new Set<string>();
  readonly #told = new Map<string, string>();

  /** @param dead processes whose calls of the stores never return */
  constructor(stores: Stores, dead: ReadonlySet<ProcessName>) {
    this.#stores = stores;
    this.#dead = dead;
  }

  get waiting(): readonly HeldWrite[] {
    return this.#waiting;
  }

  /** The ids of the runs, of these, that workers are about to admit, or ask the store to. */
  admitting(records: readonly JobInstance[]): ReadonlySet<string> {
    const held = this.#waiting.filter(({ method }) => method === "admit").flatMap(({ runs }) => runs);
    return new Set([...held, ...this.#chosen, ...this.#nexts(records)]);
  }

  /** The runs that wait first where an end is on its way which gives its slot on. */
  #nexts(records: readonly JobInstance[]): readonly string[] {
    const ends = new Set(this.#waiting.flatMap(({ givingOn }) => givingOn));
    const lanes = records.filter(({ id }) => ends.has(id)).map(({ lane }) => lane);
    return [...Map.groupBy(lanes, (lane) => lane)].flatMap(([lane, { length }]) =>
      records
        .filter((run) => run.lane === lane && waitsForSlot(run))
        .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
        .slice(0, length)
        .map(({ id }) => id),
    );
  }

  /** The store's last result for each process, because its next step depends on that. */
  get told(): readonly string[] {
    return [...this.#told].map((pair) => pair.join(": "));
  }

  /** The stores as one process sees them. */
  seenBy(process: ProcessName): Stores {
    return intercept(this.#stores, ({ port, method, args }, proceed) => {
      if (port === "instances" && method === "insert") this.#learn(args[0] as readonly JobInstance[]);
      if (port === "instances" && method === "insertOrWait")
        this.#learn((args[0] as readonly Arrival[]).map(({ instance }) => instance));
      if (this.isFree) return proceed();
      if (port === "instances" && WRITES.has(method))
        return this.#hold(process, method, args[0] as readonly Written[], proceed);
      if (method === "firstWaiting" && process.startsWith("worker") && !this.#dead.has(process))
        return this.#choose(proceed);
      return this.#dead.has(process) ? new Promise(() => {}) : proceed();
    });
  }

  /** A worker reads whose turn it is: it asks for the admission of those, whatever it waits for first. */
  async #choose(read: () => Promise<unknown>): Promise<unknown> {
    const found = (await read()) as readonly (readonly JobInstance[])[];
    for (const { id } of found.flat()) this.#chosen.add(id);
    return found;
  }

  #learn(records: readonly JobInstance[]): void {
    for (const record of records) {
      if (record.trigger.of === undefined) continue;
      learnName(record);
      this.led.add(record.id);
    }
  }

  /** What it has not written yet it never will. */
  drop(process: ProcessName): void {
    this.#waiting = this.#waiting.filter((one) => one.process !== process);
  }

  #hold(
    process: ProcessName,
    method: string,
    items: readonly Written[],
    proceed: () => Promise<unknown>,
  ): Promise<unknown> {
    const what = `${method} ${items.map(describeWrite).join("+")}`;
    return new Promise((resolve, reject) => {
      const end = (): Promise<unknown> => {
        this.#waiting = this.#waiting.filter((one) => one !== write);
        return proceed();
      };
      const told = (answer: string): void => void this.#told.set(`${process} ${what}`, answer);
      const write: HeldWrite = {
        process,
        what,
        method,
        runs: items.map((item) => changeOf(item).id),
        givingOn: items.filter((item) => "next" in item).map((item) => changeOf(item).id),
        let: async () => {
          const answer = await end();
          if (method === "admit") for (const id of write.runs) this.#chosen.delete(id);
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

interface WrittenChange {
  readonly id: string;
  readonly set?: { readonly state?: string; readonly attempt?: number; readonly cancelRequestedAt?: Date };
  readonly when?: { readonly states: readonly string[]; readonly attempt?: number };
}

/** A record, a new run, a change or an admission. */
type Written = JobInstance | Arrival | WrittenChange | { readonly change: WrittenChange };

function changeOf(item: Written): WrittenChange {
  if ("instance" in item) return { id: item.instance.id };
  return "change" in item ? item.change : item;
}

function describeWrite(item: Written): string {
  const { id, set, when } = changeOf(item);
  const asked = set?.cancelRequestedAt === undefined ? "" : "!";
  const next = "next" in item ? ">next" : "";
  return `${runName(id)}${next}${when ? `${when.states[0]?.[0]}${when.attempt ?? ""}>${set?.state ?? ""}${set?.attempt ?? ""}${asked}` : ""}`;
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

function isEndAnswer(answer: unknown): answer is EndResult {
  return typeof answer === "object" && answer !== null && "isWritten" in answer;
}

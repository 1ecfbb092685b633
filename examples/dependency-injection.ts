import { type JobContext, triggered, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { asClass, createContainer } from "awilix";
import { ended } from "./support/ended.ts";

// Jobs get what they need through their constructor: from a container by tokens, or from a factory.

class Ledger {
  readonly #days: string[] = [];

  close(day: string): number {
    return this.#days.push(day);
  }
}

interface Day {
  readonly day: string;
}

class CloseDay extends TriggeredJob<Day> {
  static override readonly options: TriggeredJobOptions<Day> = { key: "story.close-day" };
  static readonly inject: readonly ["ledger"] = ["ledger"];
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    super();
    this.#ledger = ledger;
  }

  override execute({ day }: Day, { log }: JobContext): string {
    const closed = this.#ledger.close(day);
    log.info(`closed ${day}`);
    return `${closed} closed`;
  }
}

class PrintReceipt extends TriggeredJob {
  static override readonly options: TriggeredJobOptions = { key: "story.print-receipt" };
  readonly #printer: string;

  constructor(printer: string) {
    super();
    this.#printer = printer;
  }

  override execute(): string {
    return `printed on ${this.#printer}`;
  }
}

// The lifetimes are the container's: one ledger for all runs, whereas a job object is built anew for each.
const services = createContainer().register({ ledger: asClass(Ledger).singleton() });

const { scheduler, close } = await startEmbedded({
  app: "stories",
  // Any container with a `get` does as it is; awilix calls it `resolve`.
  container: { get: (token: string) => services.resolve(token) },
  jobs: [triggered(CloseDay), triggered(PrintReceipt, () => new PrintReceipt("the office printer"))],
});

for (const day of ["Monday", "Tuesday"]) {
  const { id } = await scheduler.instances.trigger("story.close-day", { args: { day } });
  console.log(`${day}:`, (await ended(scheduler, id)).result);
}
const { id } = await scheduler.instances.trigger("story.print-receipt", {});
console.log("receipt:", (await ended(scheduler, id)).result);

await close();

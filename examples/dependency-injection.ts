import { type JobContext, triggered, TriggeredJob, type TriggeredJobOptions } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { asClass, asFunction, createContainer } from "awilix";

// Jobs get what they need through their constructor: from a container by tokens, or from a factory.

class Ledger {
  readonly #days: string[] = [];

  close(day: string): number {
    return this.#days.push(day);
  }
}

/** What a run holds open as long as it lasts. */
class Session {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  static async open(id: number): Promise<Session> {
    console.log(`session ${id} open`);
    return new Session(id);
  }

  close(): void {
    console.log(`session ${this.id} closed`);
  }
}

interface Day {
  readonly day: string;
}

class CloseDay extends TriggeredJob<Day> {
  static override readonly options: TriggeredJobOptions<Day> = { key: "story.close-day" };
  static readonly inject: readonly ["ledger", "session"] = ["ledger", "session"];
  readonly #ledger: Ledger;
  readonly #session: Session;

  constructor(ledger: Ledger, session: Session) {
    super();
    this.#ledger = ledger;
    this.#session = session;
  }

  override execute({ day }: Day, { log }: JobContext): string {
    const closed = this.#ledger.close(day);
    log.info(`closed ${day} in session ${this.#session.id}`);
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

// The lifetimes are the container's: one ledger for all runs, a session for each.
let sessions = 0;
const services = createContainer().register({
  ledger: asClass(Ledger).singleton(),
  session: asFunction(() => Session.open((sessions += 1)))
    .scoped()
    .disposer((session) => session.then((open) => open.close())),
});

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  // Any container with a `get` does as it is; awilix calls it `resolve`. A provider may promise what it provides.
  container: {
    get: (token: string) => services.resolve(token),
    has: (token: string) => services.hasRegistration(token),
    // Each run gets what it injects from a scope of its own, which is disposed of after it.
    createScope() {
      const scope = services.createScope();
      return {
        get: (token: string) => scope.resolve(token),
        [Symbol.asyncDispose]: () => scope.dispose(),
      };
    },
  },
  jobs: [triggered(CloseDay), triggered(PrintReceipt, () => new PrintReceipt("the office printer"))],
});

for (const day of ["Monday", "Tuesday"]) {
  const { id } = await scheduler.instances.trigger("story.close-day", { args: { day } });
  console.log(`${day}:`, (await scheduler.ended(id)).result);
}
const { id } = await scheduler.instances.trigger("story.print-receipt", {});
console.log("receipt:", (await scheduler.ended(id)).result);

await close();

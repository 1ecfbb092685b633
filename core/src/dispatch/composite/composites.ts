import type { Clock } from "../../base/clock.ts";
import { BROADCAST } from "../../model/broadcast/broadcast.ts";
import type { Composite, CompositeDriver, NewPart, StoredParts } from "../../model/composite/composite.ts";
import { passCancel } from "../../model/composite/pass-cancel.ts";
import { partIds } from "../../model/composite/run-part.ts";
import { destinationOf } from "../../model/destination.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import { isTerminal } from "../../model/instance/job-state.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { nextAttemptOf } from "../dispatch-again.ts";
import type { Dispatcher } from "../dispatcher.ts";

/** Each try follows a write of another process: parts end, or somebody cancels. */
const MOST_TRIES = 20;

export const COMPOSITES: readonly Composite[] = [BROADCAST];

export interface CompositesOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "insert" | "get" | "update">;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  /** Moves tasks on. @default there are none */
  readonly tasks?: CompositeDriver | null;
  /** @default nobody waits for the end of a run of parts elsewhere */
  readonly runtime?: Pick<IMoRuntime, "wake">;
}

/** Moves runs of parts on that have begun: records their parts, passes cancels on, and writes what they come to. */
export class Composites {
  readonly #options: CompositesOptions;
  readonly #kinds: readonly Composite[];

  constructor(options: CompositesOptions, kinds: readonly Composite[] = COMPOSITES) {
    this.#options = options;
    this.#kinds = kinds;
  }

  /** The names of a run's parts that its record knows of; none for a run without parts. */
  static partsOf(run: JobInstance): readonly string[] {
    return COMPOSITES.flatMap((kind) => kind.partsOf(run));
  }

  /** Brings runs to where their parts are; those that have no parts, or have ended, stay as they are. */
  async settle(runs: readonly JobInstance[]): Promise<void> {
    for (const run of runs) {
      const kind = this.#kinds.find((one) => one.isUnderWay(run));
      if (kind !== undefined) await this.#settle(kind, run);
    }
    await this.#options.tasks?.settle(runs);
  }

  /** Records the parts of a run that has just begun, and hands them over. */
  async begin(run: JobInstance): Promise<void> {
    for (const kind of this.#kinds) {
      const none: StoredParts = new Map(kind.partsOf(run).map((name) => [name, null]));
      const step = kind.isUnderWay(run) ? kind.advance(run, none, this.#options.clock.now()) : null;
      if (step !== null && "begin" in step) await this.#begin(run, step.begin);
    }
  }

  async #settle(kind: Composite, first: JobInstance): Promise<void> {
    const { tenant, store, clock, runtime } = this.#options;
    let run = first;
    for (let tries = 0; tries < MOST_TRIES && kind.isUnderWay(run); tries += 1) {
      let parts = await this.#read(kind, run);
      let step = kind.advance(run, parts, clock.now());
      if (step !== null && "begin" in step) {
        await this.#begin(run, step.begin);
        parts = await this.#read(kind, run);
      }
      const cancels = passCancel(run, parts, clock.now());
      if (cancels.length > 0) {
        await store.update(cancels);
        parts = await this.#read(kind, run);
      }
      step = kind.advance(run, parts, clock.now());
      if (step === null) return;
      // Another process removes what this one records, which ends with the next look.
      if ("begin" in step) continue;
      const [isWritten] = await store.update([step.change]);
      const [latest] = await store.get(tenant, [run.id]);
      if (!latest) return;
      run = latest;
      if (isWritten !== true) continue;
      // A workflow that waits for the end looks again by itself.
      if (isTerminal(run.state) && run.trigger.type === TriggerType.Temporal)
        await runtime?.wake?.([run]).catch(() => {});
      return;
    }
  }

  async #read(kind: Composite, run: JobInstance): Promise<StoredParts> {
    const names = kind.partsOf(run);
    const stored = await this.#options.store.get(run.tenant, await partIds(run.id, names));
    return new Map(names.map((name, index) => [name, stored[index] ?? null]));
  }

  /** Records parts, and hands those over that are recorded by this. */
  async #begin({ id: of, tenant, app }: JobInstance, parts: readonly NewPart[]): Promise<void> {
    const { clock, store, dispatcher } = this.#options;
    const ids = await partIds(
      of,
      parts.map(({ name }) => name),
    );
    const destinations = parts.map(({ routing }) => destinationOf({ tenant, app, routing }));
    await dispatcher.place(destinations, async (dispatchIds) => {
      const at = clock.now();
      const records = parts.map(({ record }, index) =>
        record({ id: ids[index] as string, at, dispatchId: dispatchIds[index] as string }),
      );
      const standing = await store.insert(records);
      return records.map((record, index) =>
        standing[index] === null && !isTerminal(record.state) ? nextAttemptOf(record) : null,
      );
    });
  }
}

import type { JobDefinition } from "@mojob/core";
import { type Candidate, keyOfArgs, route, RoutingHistory } from "@mojob/core/engine";
import { type JsonValue, RoutingStrategy } from "@mojob/core/ports";
import type { NodeDirectory } from "./node-directory.ts";
import type { NodeLoad } from "./node-load.ts";

/** The runs of an executor that are counted here are exact, so that nothing is added to them. */
const NOTHING_SENT: ReadonlyMap<string, number> = new Map();

/** Chooses the executor of a run by the job's option `routing`; where nothing is stated, one after the other. */
export class NodeChoice {
  readonly #directory: NodeDirectory;
  readonly #load: NodeLoad;
  readonly #history = new RoutingHistory();

  constructor(directory: NodeDirectory, load: NodeLoad) {
    this.#directory = directory;
    this.#load = load;
  }

  /** The executors of the app in the order in which they are tried: the chosen one, then the others. */
  order(appName: string, definition: JobDefinition, runId: string, args: JsonValue): readonly string[] {
    const addresses = this.#directory.addresses(appName);
    const there = addresses.filter((address) => !this.#directory.isAvoided(address));
    const [first, ...others] = (there.length > 0 ? there : addresses).map((address): Candidate => ({
      id: address,
      name: address,
      identity: address,
      running: this.#load.running(address),
      limit: null,
      isSilent: this.#directory.isAvoided(address),
    }));
    if (first === undefined) return [];
    const { key, options } = definition;
    const { strategy, by } = options.routing;
    // A broadcast does not ask: it goes to all of them.
    const isOpen = strategy === RoutingStrategy.Any || strategy === RoutingStrategy.Broadcast;
    const { chosen } = route(isOpen ? RoutingStrategy.Round : strategy, {
      runId,
      jobKey: key,
      value: keyOfArgs(by === "" ? "args" : by, args),
      candidates: [first, ...others],
      memory: { ...this.#history.of(key, () => 0), sent: NOTHING_SENT },
    });
    if (chosen === null) return addresses;
    this.#history.note(key, chosen.id, runId);
    return [chosen.id, ...addresses.filter((address) => address !== chosen.id)];
  }

  /** Forgets executors that are not there any more. */
  forgetGone(now: Date): void {
    this.#history.update(this.#directory.all().map(({ address }) => ({ id: address, lastSeenAt: now })));
  }
}

import type { Clock } from "../base/clock.ts";
import { canonicalJson } from "../base/json.ts";
import { debugModeKey } from "../model/name/state-key.ts";
import type { DebugModes } from "../model/option/scheduler-options.ts";
import type { IMoStateStore } from "../ports/state-store.ts";

/** How old what is known may be: a process obeys what another one decided after at most this. */
const KNOWN_FOR_MS = 1000;

export interface DebugModeOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly clock: Clock;
}

/**
 * Which kinds of jobs run only by hand, the same for every process of a tenant (seed row M11): the control plane that
 * started last decides, and the state store keeps it for the others.
 */
export class DebugMode {
  readonly #options: DebugModeOptions;
  #known: DebugModes = { recurring: false, triggered: false };
  #readAtMs = -Infinity;
  #reading: Promise<DebugModes> | null = null;

  constructor(options: DebugModeOptions) {
    this.#options = options;
  }

  /** The debug modes in force, at most a second old. */
  read(): DebugModes | Promise<DebugModes> {
    if (this.#options.clock.monotonicMs() - this.#readAtMs < KNOWN_FOR_MS) return this.#known;
    return (this.#reading ??= this.#load().finally(() => (this.#reading = null)));
  }

  /** Puts modes into force for every process of the tenant; resolves to those before. */
  async decide(modes: DebugModes): Promise<DebugModes> {
    const { tenant, state, clock } = this.#options;
    const before = await this.#load();
    if (canonicalJson({ ...before }) !== canonicalJson({ ...modes }))
      await state.set(debugModeKey(tenant), { ...modes });
    this.#known = modes;
    this.#readAtMs = clock.monotonicMs();
    return before;
  }

  async #load(): Promise<DebugModes> {
    const { tenant, state, clock } = this.#options;
    const readAtMs = clock.monotonicMs();
    const entry = await state.get(debugModeKey(tenant));
    this.#known = parseModes(entry?.value);
    this.#readAtMs = readAtMs;
    return this.#known;
  }
}

function parseModes(value: unknown): DebugModes {
  const stored = typeof value === "object" && value !== null ? (value as Partial<DebugModes>) : {};
  return { recurring: stored.recurring === true, triggered: stored.triggered === true };
}

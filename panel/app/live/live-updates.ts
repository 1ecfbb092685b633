import type { Query, QueryClient } from "@tanstack/react-query";
import type { PanelClock } from "../time/clock.ts";
import { READS_OF_TOPIC, type LiveTopic } from "./live-topics.ts";

const GATHER_MS = 300;
const DEFAULT_EVERY_MS = 1000;
/** A page that nobody has used for so long is read as seldom as this. */
const IDLE_AFTER_MS = 60_000;
const IDLE_EVERY_MS = 25_000;

export interface LiveUpdatesOptions {
  readonly client: QueryClient;
  readonly clock: PanelClock;
  /** How long nobody has used the page. @default somebody always does */
  readonly idleMs?: () => number;
}

/**
 * Turns events into reads. Events are gathered for a moment, and a read that was made just now waits for its turn
 * (`everyMs` of its meta): a scheduler that runs a thousand jobs a second costs no more than a quiet one. A page that is left alone is read
 * less often.
 */
export class LiveUpdates {
  readonly #client: QueryClient;
  readonly #clock: PanelClock;
  readonly #idleMs: () => number;
  readonly #due = new Set<string>();
  #stop: (() => void) | null = null;

  constructor({ client, clock, idleMs = () => 0 }: LiveUpdatesOptions) {
    this.#client = client;
    this.#clock = clock;
    this.#idleMs = idleMs;
  }

  hear(topic: LiveTopic): void {
    for (const operation of READS_OF_TOPIC[topic]) this.#due.add(operation);
    this.#arm();
  }

  /** Something was missed: everything shown is read again. */
  missed(): void {
    void this.#client.invalidateQueries();
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.#due.clear();
  }

  #arm(): void {
    this.#stop ??= this.#clock.after(GATHER_MS, () => {
      this.#stop = null;
      this.#read();
    });
  }

  #read(): void {
    const now = this.#clock.now();
    const leastMs = this.#idleMs() < IDLE_AFTER_MS ? 0 : IDLE_EVERY_MS;
    const later = new Set<string>();
    for (const query of this.#client.getQueryCache().getAll()) {
      const operation = String(query.queryKey[0]);
      if (!this.#due.has(operation)) continue;
      const everyMs = Math.max(leastMs, everyMsOf(query));
      const isBusy = query.state.fetchStatus === "fetching" || now - query.state.dataUpdatedAt < everyMs;
      if (isBusy && query.isActive()) later.add(operation);
      else void this.#client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
    this.#due.clear();
    for (const operation of later) this.#due.add(operation);
    if (later.size > 0) this.#arm();
  }
}

/** Of several parts of a page that show the same, the one that wants it most often decides. */
function everyMsOf({ observers, meta }: Query): number {
  const metas = observers.length === 0 ? [meta] : observers.map(({ options }) => options.meta);
  return Math.min(...metas.map((one) => Number(one?.["everyMs"] ?? DEFAULT_EVERY_MS)));
}

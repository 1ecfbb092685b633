import { createWorkSlots, type WorkSlots } from "@mojob/core/ports";
import { SqliteLink } from "./sqlite-link.ts";

/** A file has one writer at a time: more processes than this would wait for each other. */
const MOST_PROCESSES = 4;
/** How long a process is kept that nobody uses. */
const IDLE_MS = 5000;

interface Idle {
  readonly link: SqliteLink;
  readonly timer: ReturnType<typeof setTimeout>;
}

/** The processes that execute statements; those that are free are kept for a while. */
export class SqliteLinks {
  readonly #places: WorkSlots = createWorkSlots(MOST_PROCESSES);
  /** By path: those that write a file take turns, which SQLite would have them do by waiting for so long and trying again. */
  readonly #turns = new Map<string, WorkSlots>();
  readonly #idle: Idle[] = [];

  /**
   * Resolves to a process that nobody else asks, once there is one.
   * @param writes the path of the file that it writes; `null` where it reads
   * @throws the signal's reason
   */
  async take(writes: string | null, signal: AbortSignal): Promise<SqliteLink> {
    if (writes !== null) await placeIn(this.#turnsOf(writes), signal);
    let isPlaced = false;
    try {
      await placeIn(this.#places, signal);
      isPlaced = true;
      return this.#takeIdle() ?? new SqliteLink();
    } catch (error) {
      // A runtime may refuse to start a process, as Deno does without leave.
      if (isPlaced) this.#places.release();
      if (writes !== null) this.#turnsOf(writes).release();
      throw error;
    }
  }

  /**
   * Gives one back, and resolves once the file can be written by others.
   * @param isFree whether it has no statement under way: otherwise it is ended
   */
  async release(link: SqliteLink, writes: string | null, isFree: boolean): Promise<void> {
    if (isFree && !link.isOver) this.#keep(link);
    else await link.kill();
    this.#places.release();
    if (writes !== null) this.#turnsOf(writes).release();
  }

  #keep(link: SqliteLink): void {
    link.ref(false);
    const timer = setTimeout(() => void link.kill(), IDLE_MS);
    (timer as { unref?(): void }).unref?.();
    this.#idle.push({ link, timer });
  }

  #takeIdle(): SqliteLink | null {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      clearTimeout(idle.timer);
      if (idle.link.isOver) continue;
      idle.link.ref(true);
      return idle.link;
    }
    return null;
  }

  #turnsOf(path: string): WorkSlots {
    const turns = this.#turns.get(path) ?? createWorkSlots(1);
    this.#turns.set(path, turns);
    return turns;
  }
}

async function placeIn(places: WorkSlots, signal: AbortSignal): Promise<void> {
  const isPlaced = (await places.take(0, signal)) ?? true;
  if (!isPlaced) throw signal.reason;
}

import type { Clock, Timer } from "../../base/clock.ts";
import type { BlockedLoop } from "../../model/executor-record.ts";
import { BLOCKED_FROM_MS, isByMachine } from "./blocked-cause.ts";

const LOOK_EVERY_MS = 250;
/** The same jobs are reported this often at most. */
const REPORT_EVERY_MS = 60_000;

export interface LoopWatchOptions {
  readonly clock: Clock;
  /** As `RuntimeInfo.processorWaitMs`. @default not known */
  readonly processorWaitMs?: (() => number | null) | undefined;
  /** Called with each pause. */
  readonly onBlocked: (blocked: BlockedLoop) => void;
  /** Called with a pause that a person should know of: once a minute at most for the same jobs. */
  readonly onReport: (blocked: BlockedLoop) => void;
}

/**
 * Notices that the event loop did not turn while jobs ran: a timer that is due every 250 ms comes late. It looks only
 * while jobs run, so an idle worker does nothing.
 */
export class LoopWatch {
  readonly #clock: Clock;
  readonly #options: LoopWatchOptions;
  /** How many runs of each job are under way. */
  readonly #running = new Map<string, number>();
  /** Jobs of which a run was under way since the timer came last. */
  #suspects = new Set<string>();
  readonly #reportedMs = new Map<string, number>();
  #timer: Timer | null = null;
  #dueMs = 0;
  /** How long the thread had waited for a processor when the timer was set. */
  #waitedMs: number | null = null;
  #latest: BlockedLoop | null = null;
  #longestLateMs = 0;

  constructor(options: LoopWatchOptions) {
    this.#options = options;
    this.#clock = options.clock;
  }

  /** The latest pause of two seconds or more. */
  get latest(): BlockedLoop | null {
    return this.#latest;
  }

  /** The longest pause, however short, since this was called last. */
  takeLongestMs(): number {
    const longest = this.#longestLateMs;
    this.#longestLateMs = 0;
    return Math.round(longest);
  }

  begin(jobKey: string): void {
    this.#suspects.add(jobKey);
    this.#running.set(jobKey, (this.#running.get(jobKey) ?? 0) + 1);
    if (this.#timer === null) this.#arm();
  }

  end(jobKey: string): void {
    const left = (this.#running.get(jobKey) ?? 1) - 1;
    if (left === 0) this.#running.delete(jobKey);
    else this.#running.set(jobKey, left);
  }

  /** Looks before the timer comes, where it is late by now: runs that end now ran meanwhile. */
  check(nowMs: number): void {
    if (this.#timer === null || nowMs - this.#dueMs < BLOCKED_FROM_MS) return;
    this.#timer.cancel();
    this.#look();
  }

  close(): void {
    this.#timer?.cancel();
  }

  #readWait(): number | null {
    return this.#options.processorWaitMs?.() ?? null;
  }

  /** The part of a pause in which its thread waited for a processor. */
  #waitedSinceTimer(ms: number): number | null {
    const [before, now] = [this.#waitedMs, this.#readWait()];
    return before === null || now === null ? null : Math.round(Math.min(ms, Math.max(0, now - before)));
  }

  #arm(): void {
    this.#dueMs = this.#clock.monotonicMs() + LOOK_EVERY_MS;
    this.#waitedMs = this.#readWait();
    this.#timer = this.#clock.setTimer(() => this.#look(), LOOK_EVERY_MS, { background: true });
  }

  #look(): void {
    const lateMs = this.#clock.monotonicMs() - this.#dueMs;
    this.#longestLateMs = Math.max(this.#longestLateMs, lateMs);
    if (lateMs >= BLOCKED_FROM_MS) this.#noteBlocked(Math.round(lateMs));
    this.#suspects = new Set(this.#running.keys());
    if (this.#running.size > 0) this.#arm();
    else this.#timer = null;
  }

  #noteBlocked(ms: number): void {
    const waitedMs = this.#waitedSinceTimer(ms);
    const jobKeys = isByMachine({ ms, waitedMs }) ? [] : [...this.#suspects].sort();
    this.#latest = { at: this.#clock.now(), ms, jobKeys, ...(waitedMs !== null && { waitedMs }) };
    this.#options.onBlocked(this.#latest);
    const name = jobKeys.join(" ");
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - (this.#reportedMs.get(name) ?? -Infinity) < REPORT_EVERY_MS) return;
    this.#reportedMs.set(name, nowMs);
    this.#options.onReport(this.#latest);
  }
}

import { readFileSync } from "node:fs";
import type { MeasuredUsage } from "@mojob/core/ports";
import { type ProcessEntry, readProcess } from "./process-table.ts";
import { cpuOfEnded, readReaped } from "./reaped-time.ts";
import { UsageSteps } from "./usage-steps.ts";

/** A program may have ended before the table of processes is read for the first time. */
const FIRST_LOOKS_MS = [10, 30, 100];
const KB = 1024;

/** Measures what the processes of one run use, as the kernel counts it. */
export class UsageMeter {
  readonly #group: number;
  readonly #onUsage: (usage: MeasuredUsage) => void;
  readonly #begunMs = performance.now();
  readonly #steps = new UsageSteps();
  readonly #timers: readonly ReturnType<typeof setTimeout>[];
  #cpuMs = 0;
  #peakBytes = 0;
  /** At the latest look. */
  #memoryBytes = 0;
  /** When the program itself was seen last. */
  #seenMs = this.#begunMs;

  /**
   * @param group the process id of the program, which leads its group
   * @param onUsage called with what was used so far, at each look and at the end
   */
  constructor(group: number, onUsage: (usage: MeasuredUsage) => void) {
    this.#group = group;
    this.#onUsage = onUsage;
    readReaped();
    this.#timers = FIRST_LOOKS_MS.map((ms) => setTimeout(() => this.#lookAtFirst(), ms));
  }

  /**
   * Looks at the processes that there are now; one that has ended since counts with its parent, if that waited for it.
   * @param readMs when the table was begun to be read: on a busy machine that takes a while, and what they use meanwhile was not seen
   */
  look(members: readonly ProcessEntry[], readMs: number): void {
    if (members.length === 0) return;
    const memoryBytes = members.reduce((sum, one) => sum + one.memoryBytes, 0);
    const largest = members.reduce((one, other) => (other.memoryBytes > one.memoryBytes ? other : one));
    const cpuMs = Math.max(this.#cpuMs, members.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) * 1000);
    this.#steps.add(readMs - this.#begunMs, cpuMs - this.#cpuMs, memoryBytes);
    this.#cpuMs = cpuMs;
    this.#memoryBytes = memoryBytes;
    // A program that has just ended is no longer there, while others of its group may be.
    if (members.some(({ pid }) => pid === this.#group)) this.#seenMs = readMs;
    this.#peakBytes = Math.max(this.#peakBytes, memoryBytes, peakOf(largest.pid));
    this.#onUsage(this.#usage());
  }

  /** Says what was used so far, with its course: the attempt ends without the program. */
  note(): void {
    if (this.#peakBytes === 0) return;
    const series = this.#steps.series();
    this.#onUsage({ ...this.#usage(), ...(series !== null && { series }) });
  }

  /** Call it as soon as the program has ended. */
  async end(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const nowMs = performance.now();
    const cpuMs = await cpuOfEnded(this.#cpuMs, nowMs - this.#seenMs);
    // Not even its end is known of where the kernel has no files for it.
    if (cpuMs === null) return this.note();
    this.#steps.add(nowMs - this.#begunMs, cpuMs - this.#cpuMs, this.#memoryBytes);
    this.#cpuMs = cpuMs;
    const series = this.#steps.series();
    this.#onUsage({ ...this.#usage(), ...(series !== null && { series }) });
  }

  #usage(): MeasuredUsage {
    return { cpuMs: this.#cpuMs, peakMemoryBytes: this.#peakBytes === 0 ? null : this.#peakBytes };
  }

  #lookAtFirst(): void {
    const readMs = performance.now();
    const program = readProcess(this.#group);
    // The table of processes has more than this one.
    if (program !== null && program.memoryBytes > this.#peakBytes) this.look([program], readMs);
  }
}

/** The most resident memory that a process has had; 0 where that is not known. */
function peakOf(pid: number): number {
  try {
    const [, kb = "0"] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    return Number(kb) * KB;
  } catch {
    return 0;
  }
}

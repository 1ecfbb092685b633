import { MOST_USAGE_STEPS, type RunUsageSeries } from "@mojob/core/ports";

/** The first length of a step; it doubles each time there are too many. */
const SHORTEST_MS = 250;
/** Of a program that took less there is no series. */
const SERIES_FROM_MS = 5000;

interface Step {
  cpuMs: number;
  memoryBytes: number;
}

/** What a program used over time, in so few steps that they can be kept. */
export class UsageSteps {
  #everyMs = SHORTEST_MS;
  #steps: Step[] = [];
  #elapsedMs = 0;

  /** Adds what was used until so long after the beginning; the time between two looks belongs to the step of the second. */
  add(elapsedMs: number, cpuMs: number, memoryBytes: number): void {
    this.#elapsedMs = elapsedMs;
    let index = Math.max(0, Math.ceil(elapsedMs / this.#everyMs) - 1);
    while (index >= MOST_USAGE_STEPS) {
      this.#halve();
      index = Math.max(0, Math.ceil(elapsedMs / this.#everyMs) - 1);
    }
    while (this.#steps.length <= index) this.#steps.push({ cpuMs: 0, memoryBytes: 0 });
    const step = this.#steps[index];
    if (step === undefined) return;
    step.cpuMs += cpuMs;
    step.memoryBytes = Math.max(step.memoryBytes, memoryBytes);
  }

  /** `null` where it took too little time for one. */
  series(): RunUsageSeries | null {
    if (this.#elapsedMs < SERIES_FROM_MS) return null;
    const everyMs = this.#everyMs;
    const lastMs = this.#elapsedMs - (this.#steps.length - 1) * everyMs;
    const cpu = this.#steps.map(({ cpuMs }, index) => {
      const ms = index === this.#steps.length - 1 ? Math.max(1, lastMs) : everyMs;
      return Math.round((cpuMs / ms) * 1000) / 1000;
    });
    return { everyMs, cpu, memoryBytes: this.#steps.map(({ memoryBytes }) => memoryBytes) };
  }

  #halve(): void {
    const halved: Step[] = [];
    for (let index = 0; index < this.#steps.length; index += 2) {
      const [first, second] = [this.#steps[index], this.#steps[index + 1]];
      halved.push({
        cpuMs: (first?.cpuMs ?? 0) + (second?.cpuMs ?? 0),
        memoryBytes: Math.max(first?.memoryBytes ?? 0, second?.memoryBytes ?? 0),
      });
    }
    this.#steps = halved;
    this.#everyMs *= 2;
  }
}

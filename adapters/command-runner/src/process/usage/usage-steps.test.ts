import fc from "fast-check";
import { expect, it } from "vitest";
import { UsageSteps } from "./usage-steps.ts";

it("a program that took less than five seconds has no series", () => {
  const steps = new UsageSteps();
  steps.add(4999, 100, 5);
  expect(steps.series()).toBeNull();
});

it("a series has at most sixty steps, all of the processor time and the most memory, however long it took", () => {
  const look = fc.tuple(
    fc.integer({ min: 1, max: 40_000 }),
    fc.integer({ min: 0, max: 9999 }),
    fc.integer({ min: 0, max: 1e9 }),
  );
  fc.assert(
    fc.property(fc.array(look, { minLength: 1, maxLength: 300 }), (looks) => {
      const steps = new UsageSteps();
      let [elapsedMs, cpuMs, most] = [5000, 0, 0];
      for (const [ms, cpu, memory] of looks) {
        elapsedMs += ms;
        cpuMs += cpu;
        most = Math.max(most, memory);
        steps.add(elapsedMs, cpu, memory);
      }
      const series = steps.series();
      const { everyMs = 0, cpu = [], memoryBytes = [] } = series ?? {};
      expect([cpu.length <= 60, cpu.length]).toEqual([true, memoryBytes.length]);
      expect(cpu.length).toBe(Math.ceil(elapsedMs / everyMs));
      expect(Math.max(...memoryBytes)).toBe(most);
      const lengths = cpu.map((_, index) => Math.min(everyMs, elapsedMs - index * everyMs));
      const sum = cpu.reduce((total, share, index) => total + share * (lengths[index] ?? 0), 0);
      // Each share is rounded to a thousandth.
      expect(Math.abs(sum - cpuMs)).toBeLessThanOrEqual(0.0005 * elapsedMs + 1);
    }),
  );
});

import type { Deployment, DeploymentHarness } from "./deployment.ts";

/** How often the suite's recurring jobs fire, and the least it lets pass to see what happens: short where time is real. */
export function beatOf({ beatMs = 10_000 }: DeploymentHarness): number {
  return beatMs;
}

/** Fires at every beat of the wall clock. */
export function cronOfBeats(harness: DeploymentHarness): string {
  return `*/${beatOf(harness) / 1000} * * * * *`;
}

/** Fires half-way between two beats. */
export function cronBetweenBeats(harness: DeploymentHarness): string {
  const seconds = beatOf(harness) / 1000;
  return `${seconds / 2}/${seconds} * * * * *`;
}

/** The first beat after an instant. */
export function beatAfter(harness: DeploymentHarness, instant: Date): Date {
  const beatMs = beatOf(harness);
  return new Date((Math.floor(instant.getTime() / beatMs) + 1) * beatMs);
}

/** Lets simulated time pass for what is waited for next; real time passes by itself meanwhile. */
export async function skipAhead(
  { isRealTime = false }: DeploymentHarness,
  deployment: Deployment,
  ms: number,
): Promise<void> {
  if (!isRealTime) await deployment.elapse(ms);
}

import process from "node:process";

/** Signals a whole group; one that has ended is left alone. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // There is nobody left in it.
  }
}

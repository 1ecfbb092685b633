import type { LoopTurns } from "@mojob/core/engine";

type Work = Iterator<unknown, unknown, unknown>;

/** Does the work that an engine of templates hands out in steps, so that the event loop turns between them. @throws as the work */
export async function drive(work: Work, turns: LoopTurns): Promise<unknown> {
  let [value, failed]: [unknown, boolean] = [undefined, false];
  for (;;) {
    const [given, method] = [value, failed ? work.throw : work.next];
    const goOn = (): IteratorResult<unknown, unknown> | undefined => method?.call(work, given);
    // Each step begins with what the one before has made.
    // oxlint-disable-next-line no-await-in-loop
    const step = await turns.inTurn(goOn);
    if (step === undefined) throw value;
    [value, failed] = [step.value, false];
    try {
      // oxlint-disable-next-line no-await-in-loop
      if (isWork(value)) value = await drive(value, turns);
      // oxlint-disable-next-line no-await-in-loop
      else if (value instanceof Promise) value = await value;
    } catch (error) {
      if (step.done === true) throw error;
      [value, failed] = [error, true];
    }
    if (step.done === true) return value;
  }
}

function isWork(value: unknown): value is Work {
  if (typeof value !== "object" || value === null) return false;
  return ["next", "throw", "return"].every((name) => typeof Reflect.get(value, name) === "function");
}

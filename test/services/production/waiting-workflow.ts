import { condition, defineSignal, setHandler } from "@temporalio/workflow";

/** Waits for the signal `add` and returns the sum. */
export async function addWhenSignalled(first: number): Promise<number> {
  let second: number | null = null;
  setHandler(defineSignal<[number]>("add"), (value) => {
    second = value;
  });
  await condition(() => second !== null);
  return first + (second ?? Number.NaN);
}

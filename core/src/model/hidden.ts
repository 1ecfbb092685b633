/** The parts that are not shown to somebody who may not read payloads. */
export const Payload = {
  Args: "args",
  Result: "result",
  /** The text of an error, beyond its code. */
  Error: "error",
  Log: "log",
  Files: "files",
  /** The texts, addresses and values in what a job does. */
  Work: "work",
  /** The values in a run of a task. */
  Values: "values",
  /** Values before and after a change. */
  Changes: "changes",
} as const;
export type Payload = (typeof Payload)[keyof typeof Payload];

/** A record as it is shown to somebody who may not read some of it: what is hidden is empty in it. */
export type Hiding<Shown> = Shown & { readonly hidden: readonly Payload[] };

/** The parts of a record that are not shown to its reader; empty where all of it is. */
export function hiddenIn(shown: object): readonly Payload[] {
  return (shown as Partial<Hiding<object>>).hidden ?? [];
}

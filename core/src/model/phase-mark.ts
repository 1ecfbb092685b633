/** A part of work in phases, as the log of its run names it. */
export const PhaseName = { Ready: "ready", Process: "process", Verify: "verify", End: "end" } as const;
export type PhaseName = (typeof PhaseName)[keyof typeof PhaseName];

const NAMES: ReadonlyMap<string, PhaseName> = new Map(
  Object.values(PhaseName).map((name) => [phaseMark(name), name]),
);

/** The line of the log with which a phase begins. Its level is `debug`, at which programs write nothing. */
export function phaseMark(name: PhaseName): string {
  return `Phase ${name} begins`;
}

/** The phase that begins with a line; `null` where none does. */
export function phaseBegun({
  level,
  message,
}: {
  readonly level: string;
  readonly message: string;
}): PhaseName | null {
  return level === "debug" ? (NAMES.get(message) ?? null) : null;
}

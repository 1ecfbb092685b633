import type { JobWork, WorkKind } from "./job-work.ts";
import { resourceOf } from "./resource-work.ts";
import { rulesOf } from "./work-kinds.ts";

/** Keeps work away from the rest of its worker's machine. */
export const Sandbox = {
  /** Namespaces of its own: no network, no other processes, a root that cannot be written. */
  Bubblewrap: "bubblewrap",
  /** Nothing: it can do what its worker can do. */
  Unsandboxed: "unsandboxed",
} as const;
export type Sandbox = (typeof Sandbox)[keyof typeof Sandbox];

/** One kind of work that a worker runs, as its record shows it. */
export interface RunnerOffer {
  readonly kind: WorkKind;
  /** The programs, languages, app names of executors or types of resources it takes. @default any */
  readonly names?: readonly string[];
  /** @default nothing that is worth showing */
  readonly sandbox?: Sandbox;
  /** The beginning of the addresses at which targets of its requests report an end. @default it can give them none */
  readonly callbackUrl?: string;
}

/** The names that a worker has to list to run this work; none where its kind is enough. */
export function offeredNames(work: JobWork): readonly string[] {
  const { offeredName, offeredNames: several } = rulesOf(work);
  if (several !== undefined) return several(work);
  const name = resourceOf(work)?.type ?? offeredName?.(work) ?? null;
  return name === null ? [] : [name];
}

/** The offers in a worker's record; one of an earlier version says the kinds alone. */
export function offersIn({
  runners,
  workKinds = [],
}: {
  readonly runners?: readonly RunnerOffer[];
  readonly workKinds?: readonly WorkKind[];
}): readonly RunnerOffer[] {
  return runners ?? workKinds.map((kind) => ({ kind }));
}

/** Whether one of the offers is for this work. */
export function isOffered(work: JobWork, offers: readonly RunnerOffer[]): boolean {
  const wanted = offeredNames(work);
  return offers.some(
    ({ kind, names }) =>
      kind === work.kind && (names === undefined || wanted.every((name) => names.includes(name))),
  );
}

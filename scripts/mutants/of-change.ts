import type { Mutant } from "./mutant.ts";

/** What everything else rests on: its safeguards are tried at each change. */
const ALWAYS: readonly string[] = [
  "core/src/model/begin/",
  "core/src/model/write/",
  "core/src/access/",
  "core/src/control/access/",
  "features/tasks/src/decide/",
];

/** The mutants that the gate tries: those that it always does, and those of the files that changed, for which there may be no time. */
export function mutantsOfChange(
  mutants: readonly Mutant[],
  changed: readonly string[],
): { readonly always: readonly Mutant[]; readonly ofChange: readonly Mutant[] } {
  const isAlways = ({ file }: Mutant): boolean => ALWAYS.some((folder) => file.startsWith(folder));
  const files = new Set(changed);
  return {
    always: mutants.filter(isAlways),
    ofChange: mutants.filter((mutant) => !isAlways(mutant) && files.has(mutant.file)),
  };
}

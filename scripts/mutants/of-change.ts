import type { Mutant } from "./mutant.ts";

/** What everything else rests on: its safeguards are tried at each change. */
const ALWAYS: readonly string[] = [
  "core/src/model/begin/",
  "core/src/model/write/",
  "core/src/access/",
  "core/src/control/access/",
  "core/src/task/decide/",
];

/** The mutants that the gate tries: what always is, then those of the files that changed. */
export function mutantsOfChange(mutants: readonly Mutant[], changed: readonly string[]): readonly Mutant[] {
  const isAlways = ({ file }: Mutant): boolean => ALWAYS.some((folder) => file.startsWith(folder));
  const files = new Set(changed);
  return [
    ...mutants.filter(isAlways),
    ...mutants.filter((mutant) => !isAlways(mutant) && files.has(mutant.file)),
  ];
}

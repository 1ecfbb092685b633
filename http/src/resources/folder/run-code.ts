import { type JobWork, PhaseName, RunFolderName, WorkKind } from "@mojob/core/ports";
import { type FolderFile, textFile } from "./folder-file.ts";
import { ownJobOf, type RunOfFolder } from "./run-of-folder.ts";

/** What a run executes, a file for each phase: the text of a script, the words of a program, other work as JSON. */
export function runCode({ node, work }: RunOfFolder): readonly FolderFile[] {
  const own = ownJobOf(node?.node)?.job;
  const phases: readonly (readonly [PhaseName, JobWork | null | undefined])[] =
    own === undefined
      ? [[PhaseName.Process, work]]
      : [
          [PhaseName.Ready, own.ready],
          [PhaseName.Process, own.work],
          [PhaseName.End, own.end],
        ];
  return phases.flatMap(([phase, one]) =>
    one === null || one === undefined ? [] : [textFile(`${RunFolderName.Code}/${phase}`, codeText(one))],
  );
}

function codeText(work: JobWork): string {
  switch (work.kind) {
    case WorkKind.Script:
      return work.source;
    case WorkKind.Command:
      return `${work.argv.map(quoted).join(" ")}\n`;
    default:
      return `${JSON.stringify(work, null, 2)}\n`;
  }
}

/** A word as a shell would read it. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

import { type JobInstance, type JsonValue, MoJobError, MoJobErrorCode } from "@mojob/core";
import { LoopTurns } from "@mojob/core/engine";
import {
  declaredResults,
  ExpressionError,
  lastLines,
  paramNamesOf,
  runValues,
  toJson,
} from "@mojob/core/feature";
import {
  filesIn,
  type FileValue,
  isFileName,
  isFileValue,
  RunFolderName,
  runOfFile,
  systemClock,
} from "@mojob/core/ports";
import { type FolderFile, textFile } from "./folder-file.ts";
import { type FolderScheduler, orAbsent, ownJobOf, type RunOfFolder } from "./run-of-folder.ts";

/** The stored files among the arguments of a run, by the names under which a program finds them. */
export function runInputs(scheduler: FolderScheduler, { args }: JobInstance): readonly FolderFile[] {
  const taken = new Set<string>();
  return filesIn(args).map((file) => {
    let { name } = file;
    for (let number = 2; taken.has(name); number += 1) name = `${number}-${file.name}`;
    taken.add(name);
    return storedFile(scheduler, `${RunFolderName.Inputs}/${name}`, file);
  });
}

/** The results of a run, a file for each by its name, and the files that it has stored. */
export async function runOutputs(
  scheduler: FolderScheduler,
  folder: RunOfFolder,
): Promise<readonly FolderFile[]> {
  const { run } = folder;
  const stored = (await orAbsent(scheduler.instances.files(run.id))) ?? [];
  const outputs = new Map<string, FolderFile>();
  const add = (name: string, file: FolderFile): void => void outputs.set(name, file);
  for (const { name, size } of stored) {
    const path = `${RunFolderName.Outputs}/${name}`;
    add(name, { path, size, read: async () => (await scheduler.instances.file(run.id, name)).open() });
  }
  for (const [name, value] of await resultsOf(scheduler, folder)) {
    if (!isFileName(name)) continue;
    const path = `${RunFolderName.Outputs}/${name}`;
    if (isFileValue(value)) add(name, storedFile(scheduler, path, value));
    else add(name, textFile(path, typeof value === "string" ? value : JSON.stringify(value)));
  }
  return [...outputs.values()];
}

/** Those that its node's job declares, else the members of what it has returned. */
async function resultsOf(
  scheduler: FolderScheduler,
  { run, node }: RunOfFolder,
): Promise<readonly (readonly [string, JsonValue])[]> {
  const own = ownJobOf(node?.node);
  const declared = own?.job.results ?? [];
  if (own !== null && declared.length > 0 && run.state === "Succeeded") {
    const logs = {
      list: (_: string, id: string, after: number, limit: number) =>
        scheduler.instances.logs(id, after, limit),
    };
    const self = runValues(run, await lastLines(logs, run), paramNamesOf(own));
    const turns = LoopTurns.of(systemClock, scheduler.tenant);
    const context = { self, node: own.id, now: run.completedAt ?? run.updatedAt, turns };
    try {
      return [...(await declaredResults(declared, context))].map(([name, value]) => [name, toJson(value, 0)]);
    } catch (error) {
      // The node has failed by it, which its context says.
      if (error instanceof ExpressionError) return [];
      throw error;
    }
  }
  const { result } = run;
  if (result === null) return [];
  if (typeof result !== "object" || Array.isArray(result) || isFileValue(result)) return [["result", result]];
  return Object.entries(result).filter(
    ([name, value]) => !((name === "files" || name === "inputs") && areFiles(value)),
  );
}

function areFiles(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(isFileValue);
}

/** A file of any run that the caller may read, with the content that its value names. */
function storedFile({ instances }: FolderScheduler, path: string, value: FileValue): FolderFile {
  return {
    path,
    size: value.size,
    async read() {
      const { file, open } = await instances.file(runOfFile(value), value.name);
      if (file.sha256 === value.sha256) return open();
      const what = `Cannot find file ${JSON.stringify(value.name)}`;
      throw new MoJobError(MoJobErrorCode.FileNotFound, `${what}: another one has its place since`);
    },
  };
}

import { isTerminal, type JobInstance, JobState } from "@mojob/core";
import { NodeStatus } from "@mojob/core/feature";
import { LogLevel, partIds, runFolderName, RunFolderName, TriggerType, WorkKind } from "@mojob/core/ports";
import { namesIn } from "@mojob/tasks";
import { showInstance } from "../instances/show.ts";
import { factJson, taskJson } from "../tasks/schema.ts";
import { type FolderFile, jsonFile, linesFile, textFile } from "./folder-file.ts";
import { runCode } from "./run-code.ts";
import {
  type FolderScheduler,
  orAbsent,
  ownJobOf,
  readRunOfFolder,
  type RunOfFolder,
} from "./run-of-folder.ts";
import { runInputs, runOutputs } from "./run-values.ts";

/** The working directory of a run, made of its records and its stored files: the same wherever it was executed (seed 004, 4.3.4). */
export interface RunFolder extends Pick<RunOfFolder, "name" | "isTask" | "isHidden" | "run"> {
  /** The files in it, those in the folders of a task's jobs aside. */
  readonly files: readonly FolderFile[];
}

const PAGE = 500;
/** Each attempt counts its lines on from this many times the attempts before it. */
const LINES_AN_ATTEMPT = 1_000_000_000;

/** @throws MoJobError `instance_not_found` */
export async function openRunFolder(scheduler: FolderScheduler, id: string): Promise<RunFolder> {
  const folder = await readRunOfFolder(scheduler, id);
  const { name, isTask, isHidden, run, task } = folder;
  const states = [
    ...(task === null ? [] : [textFile(RunFolderName.CurrentJobs, currentJobs(folder))]),
    textFile(RunFolderName.Status, statusOf(folder)),
  ];
  if (isHidden) return { name, isTask, isHidden, run, files: states };
  const shown = await showInstance(scheduler, run);
  const files = [
    jsonFile(RunFolderName.Context, { run: shown, ...(task !== null && { task: taskJson(task) }) }),
    linesFile(RunFolderName.ContextLog, () =>
      task === null ? linesOf(shown.history) : factLines(scheduler, run.id),
    ),
    jsonFile(RunFolderName.Params, run.args),
    ...states,
    ...runCode(folder),
    ...runInputs(scheduler, run),
    ...(await runOutputs(scheduler, folder)),
    ...(isTask ? [] : logFiles(scheduler, folder)),
  ];
  return { name, isTask, isHidden, run, files };
}

/** The ids of the runs that nodes of a task had, in the order of their beginnings; none of any other run. */
export async function jobsOf(scheduler: FolderScheduler, id: string): Promise<readonly string[]> {
  const task = await orAbsent(scheduler.tasks.get(id));
  if (task === null) return [];
  // The state alone is for callers who may not read the log, and knows runs that a re-run has taken over.
  const latest = task.nodes.flatMap(({ runId }) => (runId === null ? [] : [runId]));
  const names = (await orAbsent(startedNames(scheduler, id))) ?? [];
  return [...new Set([...(await partIds(id, names)), ...latest])];
}

async function startedNames(scheduler: FolderScheduler, id: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const fact of factsOf(scheduler, id)) for (const name of namesIn([fact])) names.add(name);
  return [...names];
}

/** The folders of the jobs under way, a line each; of a batch its node with how many items are. */
function currentJobs({ task, run }: RunOfFolder): string {
  const open = (task?.nodes ?? []).filter(({ status }) => status === NodeStatus.Running);
  const lines = open.map(({ id, runId, items }) => {
    if (runId === null) return items === null ? id : `${id} (${items.open} items)`;
    const part = { of: run.id, name: id };
    return runFolderName({ id: runId, jobKey: id, part, trigger: { type: TriggerType.Task } }, false);
  });
  return lines.map((line) => `${line}\n`).join("");
}

/** `1` of what has succeeded, `0` of what has failed or ended in another way, and nothing before that. */
function statusOf({ run: { state }, node }: RunOfFolder): string {
  if (node?.isLatest === true && node.status !== null && isTerminal(state))
    return node.status === NodeStatus.Succeeded ? "1\n" : "0\n";
  if (state === JobState.Succeeded) return "1\n";
  return isTerminal(state) || state === JobState.Failed ? "0\n" : "";
}

/** Standard output and error of a program, as the latest attempt printed them; of other work what it logged. */
function logFiles(scheduler: FolderScheduler, { run, work, node }: RunOfFolder): readonly FolderFile[] {
  const kind = (ownJobOf(node?.node)?.job.work ?? work)?.kind;
  const isProgram = kind === WorkKind.Script || kind === WorkKind.Command;
  const output: readonly LogLevel[] = isProgram ? [LogLevel.Info] : [LogLevel.Debug, LogLevel.Info];
  return [
    linesFile(RunFolderName.Log, () => logLines(scheduler, run, output)),
    linesFile(RunFolderName.ErrorLog, () => logLines(scheduler, run, [LogLevel.Warn, LogLevel.Error])),
  ];
}

async function* logLines(
  { instances }: FolderScheduler,
  { id, attempt }: JobInstance,
  levels: readonly LogLevel[],
): AsyncGenerator<string, void, void> {
  for (let after = (Math.max(1, attempt) - 1) * LINES_AN_ATTEMPT; ;) {
    const page = (await orAbsent(instances.logs(id, after, PAGE))) ?? [];
    for (const { level, message } of page) if (levels.includes(level)) yield message;
    if (page.length < PAGE) return;
    after = page.at(-1)?.seq ?? after;
  }
}

async function* linesOf(entries: readonly object[]): AsyncGenerator<string, void, void> {
  for (const entry of entries) yield JSON.stringify(entry);
}

async function* factLines(scheduler: FolderScheduler, id: string): AsyncGenerator<string, void, void> {
  for await (const fact of factsOf(scheduler, id)) yield JSON.stringify(factJson(fact));
}

async function* factsOf({ tasks }: FolderScheduler, id: string) {
  for (let after = 0; ;) {
    const page = await tasks.log(id, after, PAGE);
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)?.seq ?? after;
  }
}

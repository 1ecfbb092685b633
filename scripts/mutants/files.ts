import type { Mutant } from "./mutant.ts";

const ATTEMPT = "core/src/running/attempt/attempt-files.ts";
const ATTEMPT_TEST = "core/src/running/attempt/attempt-files.test.ts";

/** Files that runs store. */
export const FILE_MUTANTS: readonly Mutant[] = [
  {
    name: "files: an attempt that is over stores files",
    file: ATTEMPT,
    text: "if (run?.claim === attempt.claim) return;",
    instead: "return;",
    test: ATTEMPT_TEST,
    testName: "are not stored by one that is no longer the run's",
  },
  {
    name: "files: a value opens other content than it is of",
    file: ATTEMPT,
    text: "if (found.file.sha256 !== file.sha256)",
    instead: "if (found.file.sha256 === null)",
    test: ATTEMPT_TEST,
    testName: "are read with the whole value alone",
  },
  {
    name: "files: the sweep removes the files of runs that are there",
    file: "core/src/duties/file-sweep.ts",
    text: "ids.filter((_, index) => runs[index] === null)",
    instead: "ids.filter((_, index) => runs[index] !== undefined)",
    test: "core/src/duties/file-sweep.test.ts",
    testName: "removes the files of runs that are no more",
  },
  {
    name: "files: a download is shown in the browser",
    file: "http/src/resources/instances/file-routes.ts",
    text: "return `attachment; filename=",
    instead: "return `inline; filename=",
    test: "http/test/api.test.ts",
    testName: "are listed by name, and downloaded to be saved and not to be shown",
  },
  {
    name: "files: a task takes a text for a file",
    file: "core/src/task/declared-type.ts",
    text: "if (type === ValueType.File) return isFile(value)",
    instead: "if (type === ValueType.File) return value !== null",
    test: "test/behaviour/embedded.test.ts",
    testName: "a node whose result is to be a file and is none has failed",
  },
  {
    name: "files: a re-run begins without what it takes over",
    file: "core/src/driver/task-driver.ts",
    text: "const state = task.state.rev === 0 ? step.state : task.state;",
    instead: "const { state } = task;",
    test: "runtime-local/src/tasks.test.ts",
    testName: "give what a re-run takes over to the first node that it executes",
  },
];

const RUNNING = ["core/src/dispatch", "core/src/running", "core/src/placement", "core/src/duties"];
const DECIDING = ["core/src/model/begin", "core/src/model/write"];
const TASKS = ["features/tasks/src"];
const TEMPORAL = ["runtime-temporal/src", "adapters/temporal-bus/src", "adapters/temporal-link/src"];
const MONGODB = ["adapters/mongodb/src"];

const SHELL = ["panel/app/shell", "panel/app/ui", "panel/app/live", "panel/app/words", "panel/app/i18n"];

function pages(...names: readonly string[]): readonly string[] {
  return names.map((name) => `panel/app/pages/${name}`);
}

/**
 * By the beginning of a test's path, the folders and files that it is about where those are not its own package's: tests that start whole
 * programs reach nearly everything through imports, so what they are about has to be named. The longest beginning counts.
 */
export const SOURCES: Readonly<Record<string, readonly string[]>> = {
  "client/": ["client/src"],
  "deploy/": ["deploy"],
  "examples/": ["examples"],
  "examples/executors": ["examples/executors", "adapters/executor-gateway/src"],
  "examples/runners-page": ["adapters/script-runner/src", "adapters/command-runner/src", "docs"],
  "examples/xxl-executors": ["examples/xxl-executors", "adapters/xxl-gateway/src"],
  "panel/test/": SHELL,
  "panel/test/debug-mode": pages("overview", "jobs"),
  "panel/test/failures": pages("failures"),
  "panel/test/history": pages("history"),
  "panel/test/import": pages("jobs"),
  "panel/test/job": pages("jobs"),
  "panel/test/operations": pages("jobs", "runs"),
  "panel/test/overview": pages("overview", "attention", "alarms"),
  "panel/test/own-login": ["panel/app/session", ...pages("identity/account")],
  "panel/test/protection": pages("protection"),
  "panel/test/run": pages("runs"),
  "panel/test/scope": pages("identity"),
  "panel/test/script": pages("jobs"),
  "panel/test/statistics": ["panel/app/ui/chart", ...pages("jobs")],
  "panel/test/task-replay": pages("tasks"),
  "panel/test/token-alarm": pages("identity/tokens", "keys"),
  "panel/test/why": pages("why"),
  "panel/test/work-form": pages("jobs"),
  "panel/test/workers": pages("workers"),
  "scheduler/": ["scheduler/src"],
  "server/": ["server/src", "server/programs"],
  "test/attack": ["http/src", "features/identity/src", "core/src/access", "server/src"],
  "test/behaviour/mongodb": ["test/behaviour", ...MONGODB],
  "test/behaviour/random-bodies-mongodb": ["test/behaviour", ...TASKS, ...MONGODB],
  "test/behaviour/random-bodies-temporal": ["test/behaviour", ...TASKS, ...TEMPORAL],
  "test/behaviour/temporal-executing": ["test/behaviour", ...TASKS, ...TEMPORAL],
  "test/behaviour/temporal-limiting": ["test/behaviour", ...DECIDING, ...TEMPORAL],
  "test/behaviour/temporal-starting": ["test/behaviour", "core/src/schedule", ...TEMPORAL],
  "test/bombs/many": ["test/bombs", "core/src/expression", "features/tasks/src", "http/src"],
  "test/bombs/runs-of-tasks": ["test/bombs", "features/tasks/src"],
  "test/chaos": ["test/chaos", ...RUNNING, ...DECIDING],
  "test/cost/sign-in": ["features/identity/src", "adapters/sign-in/src"],
  "test/cost/temporal": TEMPORAL,
  "test/distributed": ["test/distributed", ...TEMPORAL, ...MONGODB],
  "test/distributed/people": ["features/identity/src", ...MONGODB],
  "test/distributed/verified-restart": ["core/src/audit", ...MONGODB],
  "test/docstrings": ["core/src/job", "core/src/mod.ts", "scheduler/src", "client/src"],
  "test/exhaustion": ["adapters/sqlite/src", "server/src"],
  "test/model": ["test/model", ...RUNNING, ...DECIDING],
  "test/packages": ["scripts", "package.json", "scheduler/package.json", "http/package.json"],
  "test/repo/add-a-code": ["core/src/model/code", "core/scripts"],
  "test/repo/add-an-option": ["core/src/model/option"],
  "test/runtimes": ["test/runtimes", "adapters/node", "adapters/bun", "adapters/deno"],
  "test/services": ["test/services"],
  "test/standby": ["test/standby", "server/src", ...MONGODB],
};

/** What a test is about: its own file, and where nothing is named for it, its own package. */
export function sourcesOf(path: string): readonly string[] {
  const [named] = Object.keys(SOURCES)
    .filter((beginning) => path.startsWith(beginning))
    .toSorted((one, other) => other.length - one.length);
  return [path, ...(named === undefined ? [ownPackage(path)] : (SOURCES[named] ?? []))];
}

/** `adapters/x/src/y/z.test.ts` → `adapters/x` */
function ownPackage(path: string): string {
  const [folder = "", name = ""] = path.split("/");
  return folder === "adapters" || folder === "features" ? `${folder}/${name}` : folder;
}

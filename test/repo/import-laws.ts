/** Who may import what (design: trust zones by package). A row's reason is printed when a file breaks it. */
export interface ImportLaw {
  /** Files the row is about; the first row that matches a file counts. */
  readonly files: RegExp;
  /** Packages the files may import; `@mojob/core` means any of its entries, `@mojob/core/workflow-safe` that one alone. */
  readonly may: readonly string[];
  /** Entries the files may not import, although their package is allowed. */
  readonly mayNot?: readonly string[];
  readonly because: string;
}

export const IMPORT_LAWS: readonly ImportLaw[] = [
  {
    files: /^core\/src\//,
    may: [
      "cron-parser",
      "valibot",
      "@standard-schema/spec",
      "@cfworker/json-schema",
      "@noble/hashes",
      "re2js",
    ],
    because: "the core is pure: it runs wherever JavaScript runs and knows no driver, framework or runtime",
  },
  {
    files: /^test\/contract\/src\//,
    may: ["@mojob/core", "fast-check", "node:assert/strict"],
    because: "the contract suites run under anybody's test runner: it is passed in, never imported",
  },
  {
    files: /^adapters\/memory\/src\//,
    may: ["@mojob/core"],
    because: "an adapter imports the core and its one driver, and memory needs none",
  },
  {
    files: /^adapters\/mongodb\/src\//,
    may: ["@mojob/core", "mongodb", "node:crypto", "node:worker_threads"],
    because:
      "an adapter imports the core and its one driver; a thread goes on with heartbeats while jobs compute, and a file has its hash",
  },
  {
    files: /^adapters\/sqlite\/src\//,
    may: [
      "@mojob/core",
      "node:sqlite",
      "node:worker_threads",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:process",
    ],
    because:
      "its driver is the runtime's own, in a thread because it is synchronous; the rest is what owning a file takes, and the files of runs beside it",
  },
  {
    files: /^adapters\/nestjs\/src\//,
    may: [
      "@mojob/core",
      "@mojob/features",
      "@mojob/http",
      "@mojob/node",
      "@mojob/runtime-local",
      "@mojob/sqlite",
      "@nestjs/common",
      "@nestjs/core",
    ],
    because: "it puts an embedded scheduler and its panel into an app of Nest's",
  },
  {
    files: /^adapters\/threads\/src\//,
    may: ["@mojob/core", "node:worker_threads", "node:os"],
    because: "the threads of all three runtimes are Node's: nothing else is needed to give a job one",
  },
  {
    files: /^adapters\/command-runner\/src\//,
    may: [
      "@mojob/core",
      "node:buffer",
      "node:child_process",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:process",
    ],
    because:
      "only runners of programs start child processes, and a program needs a folder and an environment; hashes say which of its files it has changed",
  },
  {
    files: /^adapters\/http-runner\/src\//,
    may: ["@mojob/core", "ipaddr.js", "valibot", "node:dns/promises", "node:http", "node:https", "node:net"],
    because: "the one client that connects to addresses which users state, and what judges them",
  },
  {
    files: /^adapters\/connection-checks\/src\//,
    may: ["@mojob/core", "basic-ftp", "mysql2", "pg", "node:net"],
    because:
      "it looks at databases and FTP servers through the packages that speak to them, and at nothing else",
  },
  {
    files: /^adapters\/file-runner\/src\//,
    may: [
      "@mojob/core",
      "modern-tar",
      "valibot",
      "yauzl",
      "yazl",
      "node:buffer",
      "node:crypto",
      "node:events",
      "node:fs",
      "node:fs/promises",
      "node:path",
      "node:process",
      "node:stream",
      "node:util",
      "node:zlib",
    ],
    because:
      "it opens files below folders that an operator names, in a way that no link leads out of, and reads archives through the packages that know their formats",
  },
  {
    files: /^adapters\/executor-gateway\/src\//,
    may: ["@mojob/core", "@mojob/http", "http-message-sig", "valibot"],
    because: "the protocol of executors is a part of the HTTP API over the scheduler's own executor",
  },
  {
    files: /^adapters\/xxl-gateway\/src\//,
    may: ["@mojob/core", "@mojob/http-runner", "valibot"],
    because:
      "it calls executors through the one client that checks what it connects to; the schema of its kind of work is valibot's",
  },
  {
    files: /^adapters\/importers\/src\//,
    may: [
      "@mojob/core",
      "@mojob/sql-runner/work",
      "@mojob/tasks",
      "@mojob/xxl-gateway/work",
      "human-interval",
    ],
    because:
      "what another scheduler's files mean is computed from their text alone, by the kinds of work that they become, and by the package with which Agenda reads its own",
  },
  {
    files: /^adapters\/sign-in\/src\//,
    may: ["@mojob/core", "@mojob/identity", "oauth4webapi", "otpauth", "node:crypto"],
    because:
      "passwords are hashed on threads beside the event loop, and what providers send is judged by the package for it",
  },
  {
    files: /^adapters\/notice-runner\/src\//,
    may: ["@mojob/core", "@mojob/http-runner", "liquidjs", "nodemailer", "standardwebhooks", "valibot"],
    because:
      "it sends through the one client that checks what it connects to; mails, signatures and people's own texts are made by packages",
  },
  {
    files: /^adapters\/sql-runner\/src\//,
    may: [
      "@mojob/core",
      "mysql2",
      "pg",
      "valibot",
      "node:buffer",
      "node:child_process",
      "node:fs",
      "node:net",
      "node:path",
      "node:process",
      "node:sqlite",
      "node:stream",
      "node:url",
      "node:worker_threads",
    ],
    because:
      "it executes statements through the packages that speak to databases, and on SQLite in processes of its own, which can be ended",
  },
  {
    files: /^adapters\/transfer-runner\/src\//,
    may: [
      "@mojob/core",
      "@mojob/file-runner",
      "basic-ftp",
      "ssh2",
      "valibot",
      "node:buffer",
      "node:crypto",
      "node:net",
      "node:stream",
    ],
    because:
      "it transfers files through the packages that speak FTP and SFTP, and opens files below roots through the runner that does so safely",
  },
  {
    files: /^adapters\/script-runner\/src\//,
    may: [
      "@mojob/core",
      "@mojob/command-runner",
      "node:crypto",
      "node:fs",
      "node:fs/promises",
      "node:os",
      "node:path",
      "node:process",
    ],
    because:
      "a script is a program with a file: processes are started by the runner of commands alone; which system calls a sandbox refuses depends on the processor",
  },
  {
    files: /^adapters\/temporal-bus\/src\/workflows\.ts$/,
    may: ["@temporalio/workflow", "@mojob/core/workflow-safe"],
    because: "workflows are bundled into a sandbox where replay must give the same answer: pure code only",
  },
  {
    files: /^adapters\/temporal-bus\/src\//,
    may: [
      "@mojob/core",
      "@mojob/temporal-link",
      "@temporalio/client",
      "@temporalio/worker",
      "@temporalio/activity",
      "@temporalio/common",
    ],
    because: "an adapter imports the core and its one driver",
  },
  {
    files: /^adapters\/temporal-link\/src\/native\//,
    may: [
      "@mojob/core",
      "@temporalio/client",
      "@temporalio/worker",
      "node:crypto",
      "node:fs/promises",
      "node:module",
    ],
    because:
      "only the entry for processes with workers may load the native worker; what it bundles from sources is kept on disk, by its hash",
  },
  {
    files: /^adapters\/temporal-link\/src\//,
    may: ["@mojob/core", "@temporalio/client", "@temporalio/common"],
    because: "a program that only starts jobs must not load the native worker",
  },
  {
    files: /^adapters\/node\/src\//,
    may: [
      "@mojob/core",
      "@hono/node-server",
      "node:process",
      "node:http",
      "node:fs",
      "node:os",
      "node:async_hooks",
    ],
    because: "the Node adapter is where Node's own API appears, and nothing else does there",
  },
  {
    files: /^adapters\/bun\/src\//,
    may: ["@mojob/core", "node:async_hooks", "node:fs", "node:os"],
    because:
      "Bun serves a fetch handler by itself; what it lacks is Node's async context, the machine's name and what Linux says of a thread",
  },
  {
    files: /^adapters\/deno\/src\//,
    may: ["@mojob/core", "@mojob/node", "node:async_hooks", "node:process"],
    because:
      "Deno's own server gives a client endless time to send a request; Node's server, which Deno has too, does not",
  },
  {
    files: /^features\/identity\/src\//,
    may: ["@mojob/core"],
    because:
      "who somebody is, and what they hold, is known before anything is asked for; how they prove it is an adapter's",
  },
  {
    files: /^features\/why\/src\//,
    may: ["@mojob/core"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/alarms\/src\//,
    may: ["@mojob/core", "@mojob/identity", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/tasks\/src\//,
    may: ["@mojob/core", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/views\/src\//,
    may: ["@mojob/core", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/backfill\/src\//,
    may: ["@mojob/core", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/exports\/src\//,
    may: ["@mojob/core", "valibot", "node:crypto", "node:stream", "node:util", "node:zlib"],
    because:
      "a feature stands on the core; hashes, gzip and its bounds are the runtime's own, which are streamed",
  },
  {
    files: /^features\/calendars\/src\//,
    may: ["@mojob/core", "ical.js", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/forecast\/src\//,
    may: ["@mojob/core", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/windows\/src\//,
    may: ["@mojob/core", "valibot"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/reports\/src\//,
    may: ["@mojob/core", "@mojob/identity", "valibot"],
    because: "a summary is made with the rights that its owner has when it is sent, which identity knows",
  },
  {
    files: /^features\/storage\/src\//,
    may: ["@mojob/core"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/samples\/src\//,
    may: ["@mojob/core"],
    because: "a feature stands on the core, and knows no other that it can do without",
  },
  {
    files: /^features\/config\/src\//,
    may: ["@mojob/core", "@mojob/alarms", "@mojob/calendars", "@mojob/views", "valibot", "yaml"],
    because:
      "it writes what others keep by their services, and checks it before by the rules that they export; YAML is read by the package for it",
  },
  {
    files: /^features\/all\/src\//,
    may: [
      "@mojob/core",
      "@mojob/alarms",
      "@mojob/backfill",
      "@mojob/calendars",
      "@mojob/exports",
      "@mojob/forecast",
      "@mojob/reports",
      "@mojob/storage",
      "@mojob/samples",
      "@mojob/tasks",
      "@mojob/views",
      "@mojob/why",
      "@mojob/windows",
    ],
    because: "it names the features, and nothing else does",
  },
  {
    files: /^runtime-local\/src\//,
    may: ["@mojob/core", "@mojob/memory"],
    because: "the embedded engine needs no service, so it may not import a driver of one",
  },
  {
    files: /^runtime-temporal\/src\/workflows/,
    may: ["@temporalio/workflow", "@mojob/core/workflow-safe"],
    because: "workflows are bundled into a sandbox where replay must give the same answer: pure code only",
  },
  {
    files: /^runtime-temporal\/src\/(control-plane|worker)\//,
    may: [
      "@mojob/core",
      "@mojob/features",
      "@mojob/temporal-bus",
      "@mojob/temporal-link",
      "@temporalio/worker",
      "@temporalio/activity",
      "@temporalio/common",
    ],
    because: "only control planes and workers may load the native worker",
  },
  {
    files: /^runtime-temporal\/src\//,
    may: [
      "@mojob/core",
      "@mojob/features",
      "@mojob/temporal-bus",
      "@mojob/temporal-link",
      "@temporalio/client",
      "@temporalio/common",
    ],
    mayNot: ["@mojob/temporal-link/native"],
    because: "a program that only starts jobs must not load the native worker",
  },
  {
    files: /^http\/src\//,
    may: [
      "@mojob/config",
      "@mojob/core",
      "@mojob/features",
      "@mojob/file-runner/work",
      "@mojob/identity",
      "@mojob/importers",
      "@mojob/notice-runner/work",
      "@mojob/panel",
      "@mojob/tasks",
      "@mojob/transfer-runner/work",
      "diff",
      "hono",
      "hono-openapi",
      "ipaddr.js",
      "modern-tar",
      "valibot",
      "@valibot/to-json-schema",
    ],
    because:
      "the API speaks to the scheduler's ports, never to an adapter or to Temporal; ranges of proxies and archives are read and written by the packages that do so elsewhere",
  },
  {
    files: /^scheduler\/src\//,
    may: [
      "@mojob/bun",
      "@mojob/core",
      "@mojob/deno",
      "@mojob/executor-gateway",
      "@mojob/features",
      "@mojob/http",
      "@mojob/node",
      "@mojob/runtime-local",
      "@mojob/sqlite",
    ],
    because: "it puts the parts of one process together, and has no logic of its own",
  },
  {
    files: /^server\/src\/program\/(copy-store|reset-person)-command\.ts$/,
    may: ["@mojob/core", "@mojob/features", "@mojob/runtime-local", "node:process", "node:util"],
    because: "a command reads its arguments and sets its exit code",
  },
  {
    files: /^server\/src\//,
    may: [
      "@mojob/core",
      "@mojob/features",
      "@mojob/http",
      "@mojob/identity",
      "@mojob/memory",
      "@mojob/sign-in",
      "@mojob/runtime-local",
      "@mojob/runtime-temporal",
      "@mojob/mongodb",
      "@mojob/sqlite",
      "@mojob/executor-gateway",
      "@mojob/xxl-gateway",
      "@mojob/command-runner",
      "@mojob/connection-checks",
      "@mojob/file-runner",
      "@mojob/http-runner",
      "@mojob/notice-runner",
      "@mojob/script-runner",
      "@mojob/sql-runner",
      "@mojob/transfer-runner",
      "hono",
      "valibot",
      "node:fs/promises",
      "node:process",
    ],
    because: "a program is opened from its configuration in one place",
  },
  {
    files: /^client\/src\//,
    may: ["@mojob/core", "eventsource-parser"],
    because: "a client runs in every process and page: it knows the HTTP API, and of the core what jobs are",
  },
  {
    files: /^panel\/src\//,
    may: [],
    because: "what the panel ships is its built files and how to read them: no package stands behind them",
  },
  {
    files: /^panel\/app\/shell\/sections\.ts$/,
    may: ["@mojob/panel", "lucide-react"],
    because: "the navigation and the server name the same sections",
  },
  {
    files: /^panel\/app\//,
    may: [
      "@mojob/client/operations",
      "@mojob/core/words",
      "@mojob/tasks/edit",
      "@mojob/tasks/replay",
      "@codemirror/commands",
      "@codemirror/lang-json",
      "@codemirror/language",
      "@codemirror/lint",
      "@codemirror/state",
      "@codemirror/view",
      "@lezer/highlight",
      "@mantine/core",
      "@mantine/hooks",
      "@mantine/notifications",
      "@mantine/spotlight",
      "@tanstack/react-query",
      "@tanstack/react-router",
      "@tanstack/react-virtual",
      "anser",
      "i18next",
      "lucide-react",
      "react",
      "react-dom",
      "react-i18next",
      "uplot",
      "valibot",
    ],
    because:
      "the panel runs in a browser: it knows the HTTP API, and of the scheduler's code only the words and options it shows, the fold that replays a log, and the language of workflows",
  },
];

/** Packages that one file wraps, so that another could take their place. */
export const SINGLE_FILE_PACKAGES: readonly string[] = ["cron-parser", "@cfworker/json-schema", "re2js"];

/** Where a runtime's own modules may appear. Exports are hashed and compressed by those that Bun and Deno have, too: `runtimes.test.ts` beside them. */
export const NODE_MODULES_ALLOWED: RegExp =
  /^(adapters\/(node|bun|deno|sign-in|mongodb|sqlite|threads|command-runner|connection-checks|file-runner|http-runner|script-runner|sql-runner|transfer-runner|temporal-link\/src\/native)|server|features\/exports\/src|examples|bench|deploy|scripts|(client|core|features\/calendars|panel)\/scripts)\/|\.config\.ts$/;

/** Where time and chance may come from; in a workflow the sandbox makes them the same on every replay. */
export const AMBIENT_ALLOWED: RegExp =
  /^(core\/src\/base\/(clock|ids)\.ts$|panel\/app\/(time\/clock|api\/idempotency-key)\.ts$|adapters\/|runtime-temporal\/src\/workflows\/|examples\/|bench\/|server\/programs\/|deploy\/|scripts\/)/;

/** Ambient sources of time and chance, each with the port that stands for it. */
export const AMBIENT: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bDate\.now\s*\(/g, "clock.now()"],
  [/\bnew Date\b(\s*\(\s*\)|(?!\s*\())/g, "clock.now()"],
  [/\bperformance\.now\s*\(/g, "clock.monotonicMs()"],
  [/\b(setTimeout|setInterval|setImmediate)\s*\(/g, "clock.setTimer()"],
  [/\bAbortSignal\.timeout\s*\(/g, "clock.setTimer() and an AbortController"],
  [/\bMath\.random\s*\(/g, "createId() or an argument"],
  [/\bcrypto\.(randomUUID|getRandomValues)\s*\(/g, "createId()"],
];

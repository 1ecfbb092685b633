/** A request that is small to send and made to be large to handle. */
export interface Bomb {
  readonly door: string;
  readonly name: string;
  readonly method?: "POST" | "PATCH";
  readonly path: string;
  /** @param executor the id of a registered executor */
  readonly body: string | ((executor: string) => string);
  /** The one status that it may have. */
  readonly status: number;
  /** @default 64 KiB */
  readonly mostResponseBytes?: number;
}

const times = (count: number, item: (index: number) => unknown): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(",");
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");
const keys = (count: number): string => times(count, (index) => `"k${index}":1`);
const zeros = (count: number): string => times(count, () => 0);
const nested = (depth: number): string => `${'{"items":'.repeat(depth)}{}${"}".repeat(depth)}`;

const TRIGGER = "/jobs/mail.send/instances";
const JOBS = "/jobs";
const PREVIEW = "/import/preview";
const CRON = "/cron/preview";
const EXECUTOR = "/executor";
const MADE = '"key":"ops.bomb","app":"ops","kind":"triggered"';
const SHELL = '"work":{"kind":"script","language":"shell","source":"true"}';
const MEGABYTE = 1_000_000;

const trigger: readonly Omit<Bomb, "door">[] = [
  { name: "a depth of 500,000", path: TRIGGER, body: `{"args":${"[".repeat(500_000)}`, status: 400 },
  { name: "a key of a megabyte", path: TRIGGER, body: `{"args":{"${"k".repeat(MEGABYTE)}":1}}`, status: 400 },
  { name: "45,000 keys", path: TRIGGER, body: `{"args":{${keys(45_000)}}}`, status: 400 },
  { name: "45,000 unknown names", path: TRIGGER, body: `{${keys(45_000)}}`, status: 400 },
  { name: "one key 90,000 times", path: TRIGGER, body: `{${'"a":1,'.repeat(90_000)}"a":1}`, status: 400 },
  { name: "a number beyond every number", path: TRIGGER, body: '{"args":1e400}', status: 400 },
  { name: "a lone surrogate", path: TRIGGER, body: String.raw`{"args":"\ud800"}`, status: 400 },
  { name: "ten megabytes", path: TRIGGER, body: `{"args":"${"a".repeat(10 * MEGABYTE)}"}`, status: 413 },
  {
    name: "ten items of a batch with 4,900 wrong members each",
    path: `${TRIGGER}/batch`,
    body: `{"items":[${times(10, () => `{"args":{${keys(4900)}}}`)}]}`,
    status: 202,
    mostResponseBytes: 256 * 1024,
  },
  {
    name: "99,000 wrong items of a batch",
    path: `${TRIGGER}/batch`,
    body: `{"items":[${zeros(99_000)}]}`,
    status: 400,
  },
  {
    name: "99,000 wrong ids to cancel",
    path: "/instances/bulk",
    body: `{"action":"cancel","ids":[${zeros(99_000)}]}`,
    status: 400,
  },
];

const changes: readonly Omit<Bomb, "door">[] = [
  {
    name: "a schema of 400 levels",
    path: JOBS,
    body: `{${MADE},${SHELL},"argsSchema":${nested(400)}}`,
    status: 400,
  },
  {
    name: "a schema of 95,000 values",
    path: JOBS,
    body: `{${MADE},${SHELL},"argsSchema":{"enum":[${zeros(95_000)}]}}`,
    status: 400,
  },
  {
    name: "a pattern that backtracks",
    path: JOBS,
    body: `{${MADE},${SHELL},"argsSchema":{"pattern":"^${"(a*)*".repeat(50)}$"},"args":"${"a".repeat(100_000)}!"}`,
    status: 400,
  },
  { name: "45,000 unknown options", path: JOBS, body: `{${MADE},"options":{${keys(45_000)}}}`, status: 400 },
  {
    name: "45,000 labels",
    path: JOBS,
    body: `{${MADE},"options":{"labels":{${times(45_000, (index) => `"k${index}":"v"`)}}}}`,
    status: 400,
  },
  {
    name: "95,000 children",
    path: JOBS,
    body: `{${MADE},"options":{"children":[${zeros(95_000)}]}}`,
    status: 400,
  },
  {
    name: "95,000 words of a program",
    path: JOBS,
    body: `{${MADE},"work":{"kind":"command","argv":[${times(95_000, () => '"a"')}]}}`,
    status: 400,
  },
  {
    name: "45,000 unknown options of a change",
    method: "PATCH",
    path: `${JOBS}/mail.send`,
    body: `{${keys(45_000)}}`,
    status: 400,
  },
  {
    name: "19,000 schedules",
    method: "PATCH",
    path: `${JOBS}/ops.tick`,
    body: `{"schedules":[${times(19_000, (index) => `{"name":"s${index}","cron":"* * * * * *"}`)}]}`,
    status: 400,
  },
  {
    name: "500 jobs to register with as many wrong options",
    path: "/registrations",
    body: `{"app":"ops","jobs":[${times(500, (index) => `{"key":"ops.j${index}","kind":"recurring","options":{"cron":"0 0 0 30 2 *","retryCount":-1}}`)}]}`,
    status: 400,
  },
  {
    name: "99,000 keys to check",
    path: "/registrations/check",
    body: `{"keys":[${zeros(99_000)}]}`,
    status: 400,
  },
  {
    name: "15,000 jobs to register",
    path: "/registrations",
    body: `{"app":"ops","jobs":[${times(15_000, (index) => `{"key":"ops.j${index}","kind":"triggered"}`)}]}`,
    status: 400,
  },
];

function anImport(source: string, text: string): string {
  return JSON.stringify({ source, text, timeZone: "Europe/Berlin", app: "ops" });
}

const MANY_JOBS = 4 * MEGABYTE;

const imports: readonly Omit<Bomb, "door">[] = [
  {
    name: "40,000 variables above 400 commands",
    path: PREVIEW,
    body: anImport(
      "crontab",
      `${lines(40_000, (index) => `V${index}=x`)}\n${lines(400, () => "0 * * * * /bin/a")}`,
    ),
    status: 400,
  },
  {
    name: "2,000 commands of all kinds",
    path: PREVIEW,
    body: anImport(
      "crontab",
      lines(
        2000,
        (index) => `${index % 60} */${(index % 23) + 1} ${(index % 28) + 1}-28 * 1-5 /bin/job-${index}`,
      ),
    ),
    status: 200,
    mostResponseBytes: MANY_JOBS,
  },
  {
    name: "20 jobs of every second",
    path: PREVIEW,
    body: anImport(
      "xxl",
      JSON.stringify(
        Array.from({ length: 20 }, (_, index) => ({
          id: index,
          job_group: 1,
          app_name: "shop",
          executor_handler: `h${index}`,
          schedule_conf: "* * * * * ?",
        })),
      ),
    ),
    status: 200,
    mostResponseBytes: MANY_JOBS,
  },
  {
    name: "a word of half a megabyte that 2,000 jobs show",
    path: PREVIEW,
    body: anImport(
      "crontab",
      `MAILTO=${"x".repeat(500_000)}\n${lines(2000, (index) => `@reboot /bin/${index}`)}`,
    ),
    status: 200,
    mostResponseBytes: MANY_JOBS,
  },
  {
    name: "an app of half a megabyte that 2,000 jobs have",
    path: PREVIEW,
    body: anImport(
      "xxl",
      JSON.stringify({
        xxl_job_group: [{ id: 1, app_name: "x".repeat(500_000) }],
        xxl_job_info: Array.from({ length: 2000 }, (_, index) => ({ id: index, job_group: 1 })),
      }),
    ),
    status: 200,
    mostResponseBytes: MANY_JOBS,
  },
  {
    name: "340,000 lines that are no jobs",
    path: PREVIEW,
    body: anImport(
      "crontab",
      lines(340_000, () => "x"),
    ),
    status: 400,
  },
  {
    name: "60,000 commands",
    path: PREVIEW,
    body: anImport(
      "crontab",
      lines(60_000, () => "@daily a"),
    ),
    status: 400,
  },
  {
    name: "a dump of a million brackets",
    path: PREVIEW,
    body: anImport("xxl", `INSERT INTO \`xxl_job_info\` VALUES ${"(".repeat(900_000)}`),
    status: 400,
  },
  {
    name: "100,000 documents",
    path: PREVIEW,
    body: anImport("agenda", `[${times(100_000, () => "{}")}]`),
    status: 400,
  },
  {
    name: "100,000 repetitions",
    path: PREVIEW,
    body: anImport("bullmq", `{"queue":"q","schedulers":[${times(100_000, () => "{}")}]}`),
    status: 400,
  },
];

const cron: readonly Omit<Bomb, "door">[] = [
  {
    name: "a date that never comes",
    path: CRON,
    body: '{"cron":"0 0 0 30 2 *","count":100}',
    status: 400,
  },
  {
    name: "the rarest date there is, a hundred times",
    path: CRON,
    body: '{"cron":"0 0 0 29 2 1#5","count":100,"timeZone":"Pacific/Apia"}',
    status: 200,
  },
  {
    name: "as many lists as fit",
    path: CRON,
    body: `{"cron":"${"0-59,".repeat(45)}0 * * * * *","count":100}`,
    status: 200,
  },
  {
    name: "a zone of 900 KB",
    path: CRON,
    body: `{"cron":"* * * * * *","timeZone":"${"A/".repeat(450_000)}"}`,
    status: 400,
  },
];

const executors: readonly Omit<Bomb, "door">[] = [
  {
    name: "15,000 jobs to declare",
    path: `${EXECUTOR}/register`,
    body: `{"app":"shop","jobs":[${times(15_000, (index) => `{"key":"shop.j${index}","kind":"triggered"}`)}]}`,
    status: 400,
  },
  {
    name: "a job with a schema of 400 levels",
    path: `${EXECUTOR}/register`,
    body: `{"app":"shop","jobs":[{"key":"shop.deep","kind":"triggered","argsSchema":${nested(400)}}]}`,
    status: 400,
  },
  {
    name: "1,000 results of runs that it does not have",
    path: `${EXECUTOR}/settle`,
    body: (executor) =>
      `{"executor":"${executor}","results":[${times(1000, (index) => `{"lease":"${index}/x","status":"succeeded"}`)}]}`,
    status: 409,
  },
  {
    name: "1,000 lines of runs that it does not have",
    path: `${EXECUTOR}/log`,
    body: (executor) =>
      `{"executor":"${executor}","lines":[${times(1000, (index) => `{"lease":"${index}/x","level":"info","message":"${"m".repeat(900)}"}`)}]}`,
    status: 200,
  },
  {
    name: "19,000 steps of runs that it does not have",
    path: `${EXECUTOR}/progress`,
    body: (executor) =>
      `{"executor":"${executor}","progress":[${times(19_000, (index) => `{"lease":"${index}/x","fraction":0.5}`)}]}`,
    status: 400,
  },
  {
    name: "50,000 leases in a heartbeat",
    path: `${EXECUTOR}/heartbeat`,
    body: (executor) => `{"executor":"${executor}","leases":[${times(50_000, (index) => `"${index}/x"`)}]}`,
    status: 200,
    mostResponseBytes: MEGABYTE,
  },
];

function of(door: string, bombs: readonly Omit<Bomb, "door">[]): readonly Bomb[] {
  return bombs.map((bomb) => ({ door, ...bomb }));
}

/** Each of them against its door. */
export const BOMBS: readonly Bomb[] = [
  ...of("triggers", trigger),
  ...of("jobs and registrations", changes),
  ...of("import preview", imports),
  ...of("cron preview", cron),
  ...of("the protocol of executors", executors),
];

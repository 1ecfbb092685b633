import { readdirSync, readFileSync } from "node:fs";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, type RuntimeUnderTest, spawnCommand } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { spawnExample } from "./testing/spawned-example.ts";

const HERE = new URL("./", import.meta.url);

/** What each story prints, whole but for what differs from run to run. */
const STORIES: Readonly<Record<string, RegExp>> = {
  "recurring.ts": printed(
    String.raw`fire 1: story\.heartbeat@(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.000Z`,
    String.raw`fire 2: story\.heartbeat@(?!\1)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z`,
    "paused, next fire: none",
    "edited cron and timeZone",
    "next fire in Berlin: 09:30:00",
  ),
  "triggered-and-delayed.ts": printed(
    "now: Enqueued, then Hello Ada, Hello Ada",
    String.raw`later: Scheduled, then after (299|[3-9]\d\d|\d{4,}) ms Hello Grace`,
    "twice: one run, story.greet#order-17",
    "refused: invalid_args at /args/times",
  ),
  "typed-calls.ts": printed(
    "receipt: A-1: 20",
    "receipts: A-2: 7",
    "refused: run_failed",
    "the hook was called: shop.charge succeeded, shop.charge succeeded, shop.charge-all succeeded, shop.charge failed",
  ),
  "retries-and-timeout.ts": printed(
    "story.unsteady: Succeeded at attempt 3: attempt 3 got in",
    "  Enqueued -> Processing: .+",
    "  Processing -> Failed: .*Attempt 1 found the door closed",
    "  Failed -> Processing: .+",
    "  Processing -> Failed: .*Attempt 2 found the door closed",
    "  Failed -> Processing: .+",
    "  Processing -> Succeeded",
    "story.hopeless: Terminated at attempt 1: There is no such customer",
    "  Enqueued -> Processing: .+",
    "  Processing -> Failed: .+",
    "  Failed -> Terminated: The error says that a retry is of no use",
    "story.slow: Terminated at attempt 1: The attempt took longer than 200 ms",
    "  Enqueued -> Processing: .+",
    "  Processing -> Failed: .+",
    "  Failed -> Terminated: The job has no retries",
    "story.early: Succeeded at attempt 2: the file is there",
    "  Enqueued -> Processing: .+",
    "  Processing -> Scheduled: The job asked to be executed again in 100 ms",
    "  Scheduled -> Enqueued: .+",
    "  Enqueued -> Processing: .+",
    "  Processing -> Succeeded",
  ),
  "concurrency-and-skipped.ts": printed(
    "Succeeded",
    "Succeeded",
    "Skipped: .*2 of 2 running.*",
    "Skipped: .*2 of 2 running.*",
    "most at once: 2",
  ),
  "file-jobs.ts": printed(
    String.raw`list: \{"count":0,"size":0,"entries":\[\]\}`,
    String.raw`join: \{"path":"out:2026-11-30\.csv","size":21,"files":2\}`,
    String.raw`pack: \{"file":\{"\$file":"run-file:.+/2026-11-30\.tar\.gz",.+\},"size":\d+,"files":2,"folders":0\}`,
    String.raw`check: \{"text":"berlin,240\\nparis,310\\n","size":21\}`,
    `Cannot create job "elsewhere"`,
    "twice: file_exists",
    "berlin,240; paris,310",
  ),
  "queueing.ts": printed(
    "begun: ada first\\.csv",
    "begun: grace orders\\.csv",
    "grace: Succeeded",
    "begun: ada urgent\\.csv",
    "begun: ada second\\.csv",
  ),
  "limits.ts": printed("one run: true", "sync ada since tuesday", "all called: true"),
  "tasks/batch-and-branch.ts": printed(
    "total: 23",
    "Succeeded: count Succeeded, enough Succeeded, report Succeeded, few Skipped, alarm Skipped",
    "too few lines",
    "Succeeded: count Succeeded, enough Succeeded, report Skipped, few Succeeded, alarm Skipped",
    "not all files were there",
    "Succeeded: count Failed, enough Blocked, report Blocked, few Blocked, alarm Succeeded",
  ),
  "tasks/join-files.ts": printed(
    "Succeeded: 2 lines in months.csv, 15 bytes",
    String.raw`"1,alpha\\n2,beta\\n"`,
    "Terminated: concat: It ran, and its success condition is not met",
  ),
  "tasks/run-folder.ts": printed(
    String.raw`Succeeded: \{"lines":2\}`,
    "job-count-~<run>_#count",
    "ctx.json ctx.log executeCode executeCode/end executeCode/process executeCode/ready job-error.log job.log orders.csv outputs outputs/lines params.json status",
    "status: 1",
    String.raw`job\.log: 0 \| ended with status 1 \| `,
  ),
  "tasks/loop-until-ready.ts": printed(
    "all rows are loaded",
    "250 rows: Succeeded after 3 loads",
    "900 rows: Terminated after 5 loads, again: A loop began as often as it may and did not end",
  ),
  "tasks/page-by-page.ts": printed(String.raw`Succeeded after 3 pages: \{"people":6\}`),
  "tasks/batch-with-failures.ts": printed(
    String.raw`continue, at least 2: Succeeded, \{"count":4,"ok":3,"bad":1,"open":0\}`,
    String.raw`\{"statuses":\["Succeeded","Terminated","Succeeded","Succeeded"\]\}`,
    String.raw`continue, at least 4: Terminated, \{"count":4,"ok":3,"bad":1,"open":0\}`,
    String.raw`stop, at least 4: Terminated, \{"count":4,"ok":1,"bad":1,"open":0\}`,
  ),
  "tasks/approval-and-signal.ts": printed(
    "50 percent: invalid_argument",
    "raised by 3 percent",
    "approved: Succeeded",
    "prices stay",
    "refused: Succeeded",
  ),
  "tasks/sub-task-and-cleanup.ts": printed(
    "set up",
    "measure good",
    "published: measure good",
    "taken down",
    "good: Succeeded, set-up Succeeded, measure Succeeded, publish Succeeded, explain Skipped, take-down Succeeded",
    "set up",
    "no value: job_error",
    "taken down",
    "bad: Succeeded, set-up Succeeded, measure Failed, publish Blocked, explain Succeeded, take-down Succeeded",
  ),
  "tasks/smart-rerun.ts": printed(
    "executed pack",
    "Terminated: pack Succeeded, charge Failed, ship Blocked",
    "pack: taken over",
    "charge: not_ok",
    "ship: follows",
    "executed charge",
    "executed ship",
    String.raw`Succeeded: pack Succeeded \(taken over\), charge Succeeded, ship Succeeded`,
    "executed ship",
    String.raw`Succeeded: pack Succeeded \(taken over\), charge Succeeded \(taken over\), ship Succeeded`,
  ),
  "tasks/resources-and-verify.ts": printed(
    "Terminated: file_unavailable",
    "the load was started",
    "the load ended: Succeeded",
    "Succeeded",
  ),
  "tasks/in-code.ts": printed("total: 23", "23 lines", "too few lines", "5 lines"),
  "child-jobs.ts": printed("report of 2026-02: 1250", "page: story\\.close-month: there is no such month"),
  "programs-and-requests.ts": printed(
    "story.system: Succeeded, null",
    "story.failing: Terminated, The program ended with exit code 1",
    'story.index: Succeeded, {"indexed":3}',
  ),
  "cancellation.ts": printed(
    "before it began: Cancelled, .*not needed any more",
    "asked while it runs: Processing",
    "once its code has ended: Cancelled, .*wrong site",
    "its log: closed the connection",
    "once more: already_terminal",
  ),
  "dependency-injection.ts": printed(
    "session 1 open",
    "session 1 closed",
    "Monday: 1 closed",
    "session 2 open",
    "session 2 closed",
    "Tuesday: 2 closed",
    "receipt: printed on the office printer",
  ),
  "time-zones.ts": printed(
    "New York, 02:30 does not exist: it fires once, an hour later",
    String.raw`  2026-03-08T07:30:00\.000Z  Sun 08 Mar, 03:30 GMT-04:00`,
    String.raw`  2026-03-09T06:30:00\.000Z  Mon 09 Mar, 02:30 GMT-04:00`,
    "or is left out",
    String.raw`  2026-03-09T06:30:00\.000Z  Mon 09 Mar, 02:30 GMT-04:00`,
    String.raw`  2026-03-10T06:30:00\.000Z  Tue 10 Mar, 02:30 GMT-04:00`,
    "New York, 01:30 comes twice: the first one fires",
    String.raw`  2026-11-01T05:30:00\.000Z  Sun 01 Nov, 01:30 GMT-04:00`,
    String.raw`  2026-11-02T06:30:00\.000Z  Mon 02 Nov, 01:30 GMT-05:00`,
    "or both do",
    String.raw`  2026-11-01T05:30:00\.000Z  Sun 01 Nov, 01:30 GMT-04:00`,
    String.raw`  2026-11-01T06:30:00\.000Z  Sun 01 Nov, 01:30 GMT-05:00`,
    "Lord Howe Island, half an hour is missing: 02:15 fires half an hour later",
    String.raw`  2026-10-03T15:45:00\.000Z  Sun 04 Oct, 02:45 GMT\+11:00`,
    String.raw`  2026-10-04T15:15:00\.000Z  Mon 05 Oct, 02:15 GMT\+11:00`,
    "every half hour runs through the change in real time",
    String.raw`  2026-10-03T15:00:00\.000Z  Sun 04 Oct, 01:30 GMT\+10:30`,
    String.raw`  2026-10-03T15:30:00\.000Z  Sun 04 Oct, 02:30 GMT\+11:00`,
  ),
  // Run on a server, and on every runtime, beside the MongoDB adapter.
  "durable-single-node.ts": printed(
    "Set MOJOB_STORE to the address of a MongoDB server; npm run services starts one",
  ),
  "trigger-from-elsewhere.ts": printed(
    "Set MOJOB_STORE to the address of a MongoDB server; npm run services starts one",
  ),
  "embed-in-hono.ts": printed(
    "paid: 202, see /jobs/api/v1/instances/shop.send-receipt%2317",
    "seen over the API: Succeeded, receipt for order 17 sent",
    "its documentation: 200",
  ),
};

function printed(...lines: readonly string[]): RegExp {
  return new RegExp(`^${lines.join("\n")}$`);
}

function storiesOn(runtime: RuntimeUnderTest, stories: readonly string[]): void {
  describe(`on ${runtime.name}`, () => {
    it.concurrent.each(stories)("%s plays its story and ends by itself", async (story) => {
      await using program = spawnExample(runtime, story);
      expect(await program.exit).toEqual({ code: 0, signal: null });
      expect(withoutReports(program.output())).toMatch(STORIES[story] ?? /^never$/);
    });
  });
}

describe("stories", () => {
  const files = [...readdirSync(HERE), ...readdirSync(new URL("tasks/", HERE)).map((name) => `tasks/${name}`)]
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort();

  it("are all run here and listed in the README", () => {
    expect(files).toEqual(Object.keys(STORIES).sort());
    const readme = readFileSync(new URL("README.md", HERE), "utf8");
    const rows = [...readme.matchAll(/\]\(\.\/([\w/-]+\.ts)\) \| .+ \| `npx node examples\/(.+)` \|$/gm)];
    expect(rows.map(([, link]) => link)).toEqual(expect.arrayContaining(files));
    expect(rows.map(([, , command]) => command)).toEqual(rows.map(([, link]) => link));
  });

  it("are run by the command the README gives", async () => {
    await using program = spawnCommand("npx", ["--silent", "node", "examples/time-zones.ts"]);
    expect(await program.exit).toEqual({ code: 0, signal: null });
    expect(withoutReports(program.output())).toMatch(STORIES["time-zones.ts"] ?? /^never$/);
  });

  storiesOn(NODE, Object.keys(STORIES));
  storiesOn(BUN, ["recurring.ts", "dependency-injection.ts", "embed-in-hono.ts"]);
  storiesOn(DENO, ["retries-and-timeout.ts", "cancellation.ts", "embed-in-hono.ts"]);
});

/** A failed attempt is one line on stderr as well, which may come before or after what the story prints. */
function withoutReports(output: string): string {
  return output
    .split("\n")
    .filter((line) => !/^\[mojob\] Job ".+" failed, run /.test(line))
    .join("\n");
}

import { describe, expect, it } from "vitest";
import { readCrontab } from "./read-crontab.ts";
import { shellPlace } from "./shell-script.ts";

const HOME: unknown = expect.objectContaining({ code: "home_of_worker" });
const USER = { timeZone: "Europe/Berlin", hasUser: false };

describe("readCrontab()", () => {
  it("reads schedules, macros, variables and zones of a user's crontab", () => {
    const text = [
      "# comment",
      "PATH=/usr/bin:/bin",
      'GREETING = "it\'s"',
      "MAILTO=ops@example.com",
      "*/5 9-17 * * mon-fri  /opt/bin/poll --all",
      "CRON_TZ=Asia/Tokyo",
      "@daily backup.sh",
    ].join("\n");
    const { jobs, mistakes } = readCrontab(text, USER);
    expect(mistakes).toEqual([]);
    expect(jobs).toMatchObject([
      {
        line: 5,
        name: "/opt/bin/poll --all",
        schedule: { dialect: "crontab", text: "*/5 9-17 * * mon-fri", timeZone: "Europe/Berlin" },
        work: {
          kind: "script",
          language: "shell",
          source: `${shellPlace(null)}export PATH='/usr/bin:/bin'\nexport GREETING='it'\\''s'\n/opt/bin/poll --all\n`,
        },
        options: { misfire: { policy: "skip" } },
      },
      { line: 7, schedule: { text: "@daily", timeZone: "Asia/Tokyo" } },
    ]);
    expect(jobs[0]?.key).toMatch(/^cron\/poll-[0-9a-f]{8}$/);
    expect(jobs.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ["mail_ignored"],
      ["cron_tz", "mail_ignored"],
    ]);
  });

  it("gives what follows % to the command as its input", () => {
    const [job] = readCrontab("0 8 * * * mail -s 100\\% ann%Hello%Bye", USER).jobs;
    expect(job?.work["source"]).toBe(
      `${shellPlace(null)}{ mail -s 100% ann\n} <<'INPUT'\nHello\nBye\nINPUT\n`,
    );
  });

  it("a system crontab names the user, @reboot has no schedule", () => {
    const { jobs } = readCrontab("@reboot root /sbin/warm\n17 * * * * www-data cd / && run", {
      ...USER,
      hasUser: true,
    });
    expect(jobs).toMatchObject([
      {
        kind: "triggered",
        schedule: null,
        findings: [{ code: "reboot" }, { code: "user_ignored", parameters: { user: "root" } }],
      },
      { name: "cd / && run", schedule: { text: "17 * * * *" } },
    ]);
  });

  it("the same command twice has two keys, and another schedule keeps the id", () => {
    const ids = (text: string): readonly string[] => readCrontab(text, USER).jobs.map(({ id }) => id);
    const [first, second] = ids("1 * * * * run\n2 * * * * run");
    expect(second).toBe(`${first}-2`);
    expect(ids("9 9 * * * run")).toEqual([first]);
  });

  it("lines that cannot be read are named, the others are read", () => {
    expect(readCrontab("1 2 3\n@soon run\n1 * * * * run", USER).mistakes.map(({ line }) => line)).toEqual([
      1, 2,
    ]);
    expect(() => readCrontab("1 2 3", USER)).toThrow(
      expect.objectContaining({
        code: "crontab_line",
        parameters: expect.objectContaining({ line: 1 }) as object,
      }) as Error,
    );
  });

  it.each([
    ["0 */10 * * * * ./poll", "crontab_fields", { found: "*" }],
    ["0 0 3 * * ? ./nightly", "crontab_fields", { found: "?" }],
    ["0 */5 * * * * 2026 ./year", "crontab_fields", { found: "*" }],
    ["30 6 1 1 1 1-5 ./days", "crontab_fields", { found: "1-5" }],
    ["*/3 * * * * root ./written-for-etc-crontab", "crontab_user_column", { user: "root" }],
    ["*/3 * * * * www-data cd /srv && php cron.php", "crontab_user_column", { user: "www-data" }],
  ])("refuses %s, whose command begins with what is no command", (line, code, parameters) => {
    const { jobs, mistakes } = readCrontab(`${line}\n1 * * * * run`, USER);
    expect(jobs.map(({ name }) => name)).toEqual(["run"]);
    expect(mistakes).toEqual([{ line: 1, code, parameters }]);
  });

  it.each(["5 * * * * $VV run", "5 * * * * /usr/bin/run --all", "5 * * * * 'root' run"])(
    "refuses %s in a system crontab, where a user stands before the command",
    (line) => {
      expect(() => readCrontab(line, { ...USER, hasUser: true })).toThrow(
        expect.objectContaining({ code: "crontab_user_name" }) as Error,
      );
    },
  );

  it("takes flags of OpenBSD off the command: -s is carried, the others are named", () => {
    const { jobs } = readCrontab("*/10 * * * * -n -q ./poll\n* * * * * -sn ./one\n5 * * * * -s ./two", USER);
    expect(jobs.map(({ name, options, findings }) => [name, options["maxConcurrency"], findings])).toEqual([
      [
        "./poll",
        null,
        [expect.objectContaining({ code: "crontab_flags", parameters: { found: "-nq" } }), HOME],
      ],
      ["./one", 1, [expect.objectContaining({ code: "crontab_flags", parameters: { found: "-n" } }), HOME]],
      ["./two", 1, [HOME]],
    ]);
  });

  it.each([
    ['[ "$(date -d tomorrow +\\%d)" = "01" ] && ./month-end', ["home_of_worker", "exit_test"]],
    ['[ "$(date +\\%u)" = 7 ] && /opt/first-sunday', ["exit_test"]],
    ["test $(( $(date +\\%V) \\% 2 )) -eq 0 && /opt/biweekly", ["exit_test"]],
    ["[[ -f go ]] && /opt/go", ["exit_test"]],
    ["echo saved > ~/saved.txt", ["home_of_worker"]],
    ["cd $HOME/app; make", ["home_of_worker"]],
    ["/opt/backup && echo done", []],
    ["/opt/poll >> /var/log/poll.log 2>&1", ["writes_outside"]],
    ["/opt/poll > /dev/null 2>&1", []],
    ["/usr/bin/curl -fsS https://example.com/ping", ["needs_network"]],
    ["/opt/poll && rsync -a /srv backup:/srv", ["needs_network"]],
    ["/opt/curly --mail now", []],
  ])("says of %s what means something else here", (command, codes) => {
    const [job] = readCrontab(`0 9 * * * ${command}`, USER).jobs;
    expect(job?.findings.map(({ code }) => code)).toEqual(codes);
    const [any] = readCrontab(`0 9 * * * ${command}`, { ...USER, anyExitCode: true }).jobs;
    expect(any?.findings.map(({ code }) => code)).toEqual([
      ...codes.filter((code) => code !== "exit_test"),
      "any_exit_code",
    ]);
  });
});

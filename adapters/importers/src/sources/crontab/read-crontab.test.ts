import { describe, expect, it } from "vitest";
import { readCrontab } from "./read-crontab.ts";

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
          source: "export PATH='/usr/bin:/bin'\nexport GREETING='it'\\''s'\n/opt/bin/poll --all\n",
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
    expect(job?.work["source"]).toBe("{ mail -s 100% ann\n} <<'INPUT'\nHello\nBye\nINPUT\n");
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
});

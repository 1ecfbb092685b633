import { fileURLToPath } from "node:url";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/notices-program.ts", import.meta.url));

type Ended = Readonly<Record<string, unknown>>;
type Mail = { readonly to: readonly string[]; readonly source: string };

const DONE = { state: "Succeeded", attempt: 1, result: { sent: 1 } };
/** Not retried, though the job says so. */
const FINAL = { state: "Terminated", attempt: 1, code: "job_error" };
const RETRIED = { state: "Terminated", attempt: 2 };

describe.each([NODE, BUN, DENO])("notices on $name", (runtime) => {
  it(
    "are sent, signed, waited with, refused, and never sent elsewhere or in plain text",
    { timeout: 120_000 },
    async () => {
      await using program = spawnProgram(runtime, PROGRAM);
      const { code } = await program.exit;
      const ends = program
        .output()
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Ended);
      const ended = (name: string): Ended =>
        ends.find((end) => end["name"] === name) ?? { missing: program.output() };

      expect(ended("dingtalk")).toMatchObject({ ...DONE, lines: ["DingTalk responded with status 200"] });
      for (const name of ["webhook", "secret-in-address", "test", "own-text"])
        expect(ended(name)).toMatchObject(DONE);
      expect(ended("no-notice")).toMatchObject({
        ...FINAL,
        message: expect.stringContaining('"event" is missing'),
        lines: [],
      });
      expect(ended("own-text-wrong")).toMatchObject({
        ...FINAL,
        message: expect.stringContaining("undefined filter: shout"),
      });
      expect(ended("unsigned")).toMatchObject({
        ...FINAL,
        message: "DingTalk refused the notice: 310000: sign not match",
      });
      expect(ended("too-fast")).toMatchObject({
        ...RETRIED,
        message: "DingTalk refused the notice: 130101: send too fast",
      });
      expect(ended("busy")).toMatchObject({
        ...DONE,
        attempt: 2,
        lines: [
          "Slack responded with status 429",
          "It is to be sent again in 1 s (Retry-After)",
          "Slack responded with status 200",
        ],
      });
      expect(ended("down")).toMatchObject({
        ...RETRIED,
        code: "http_status",
        message: "The server responded with status 500: the database is locked",
      });
      expect(ended("gone")).toMatchObject({
        ...FINAL,
        message: "Slack refused the notice with status 410: channel_is_archived",
      });
      expect(ended("echo-secret")).toMatchObject({
        ...FINAL,
        message: "Slack refused the notice with status 400: there is no hook ***",
      });
      expect(ended("moved")).toMatchObject({
        ...FINAL,
        message: expect.stringContaining("a redirect, which notices do not follow"),
      });
      expect(ended("silent")).toMatchObject({ code: "timeout" });
      expect(ended("large")).toMatchObject({ code: "output_limit" });
      for (const name of ["private", "metadata"])
        expect(ended(name)).toMatchObject({ attempt: 1, code: "address_refused" });

      const seen = ended("seen")["seen"] as readonly { path: string; body: string; verified?: boolean }[];
      const pathOf = ({ path }: { readonly path: string }): string =>
        path.replace(/timestamp=\d+&sign=[\w%]+$/, "signed");
      expect(seen.map(pathOf)).toEqual([
        "/dingtalk?access_token=1&signed",
        "/webhook",
        ...Array<string>(3).fill("/hooks/t0ken-of-the-hook"),
        "/unsigned",
        "/too-fast",
        "/too-fast",
        "/busy",
        "/busy",
        "/down",
        "/down",
        "/gone",
        "/echo-secret?t0ken-of-the-hook",
        "/moved",
        "/silent",
        "/large",
      ]);
      expect(seen[1]).toMatchObject({ verified: true });
      expect(seen[3]?.body).toContain("This is a test from MoJobScheduler");
      expect(seen[4]?.body).toContain("LEDGER.CLOSE");

      expect(code).toBe(0);
      expectMails(ended);
    },
  );
});

function expectMails(ended: (name: string) => Ended): void {
  for (const name of ["mail", "mail-starttls", "mail-this-machine"])
    expect(ended(name)).toMatchObject({ ...DONE, result: { sent: 2 } });
  expect(ended("mail-unknown-authority")).toMatchObject({
    ...RETRIED,
    message: expect.stringMatching(/certificate|issuer/i),
  });
  expect(ended("mail-wrong-password")).toMatchObject({
    ...FINAL,
    message: expect.stringContaining("535 Invalid credentials"),
  });
  expect(ended("mail-plain-text")).toMatchObject({ ...FINAL, message: expect.stringContaining("STARTTLS") });
  expect(ended("mail-some-refused")).toMatchObject({
    ...DONE,
    lines: [expect.stringContaining("refused-550@example.com"), expect.any(String)],
  });
  expect(ended("mail-all-refused")).toMatchObject({
    ...FINAL,
    message: expect.stringContaining("550 No such mailbox"),
  });
  for (const name of ["mail-not-now", "mail-silent", "mail-no-server"])
    expect(ended(name)).toMatchObject({ ...RETRIED, code: "job_error" });
  expect(ended("no-mail-server")).toMatchObject({
    issues: [{ pointer: "/work/service", code: "not_one_of" }],
  });

  const { encrypted, starting, plain, passwordsInPlainText } = ended("arrived") as unknown as Readonly<
    Record<"encrypted" | "starting" | "plain", readonly Mail[]>
  > & { readonly passwordsInPlainText: readonly string[] };
  expect([encrypted.length, starting.length, plain.length]).toEqual([1, 1, 2]);
  expect(passwordsInPlainText).toEqual([]);
  const [{ source, to } = { source: "", to: [] }] = encrypted;
  expect(to).toEqual(["ops@example.com", "night@example.com"]);
  expect(source).toMatch(/^List-ID: MoJobScheduler <default\.alarms\.mojob>\r$/im);
  expect(source).toMatch(/^Message-ID: <run\.[\w-]{36}@example\.com>\r$/im);
  expect(source).toMatch(/^References: <incident\.run_failed%3Aledger%2eclose%3A1@example\.com>\r$/im);
  expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  expect(source).toContain(
    `Subject: =?UTF-8?B?${btoa(String.fromCharCode(...new TextEncoder().encode("严重：日结未完成")))}?=`,
  );
  expect(source).toContain("Content-Type: text/plain");
  expect(source).toContain("Content-Type: text/html");
}

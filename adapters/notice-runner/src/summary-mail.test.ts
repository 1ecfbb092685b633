import { defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, onTestFinished, test } from "vitest";
import { aNotice, aSending } from "../fixtures/a-notice.ts";
import { openMailSetup } from "../fixtures/mail-setup.ts";
import { mailOf } from "./mail/mail-of.ts";
import { noticeRunner } from "./notice-runner.ts";
import { WEBHOOK } from "./services/webhook.ts";

test("a summary of reports is mailed once a day, in the language and by the clock of its reader", async () => {
  const server = await openMailSetup({ disabledCommands: ["STARTTLS"] });
  onTestFinished(() => server.close());
  let sending = 0;
  const clock = createFakeClock("2043-03-02T23:00:00.500Z", { isBusy: () => sending > 0 });
  const runner = noticeRunner({ mail: { url: `smtp://127.0.0.1:${server.port}` }, clock });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    jobs: [
      defineTriggeredJob({ key: "ops.close", execute: () => {} }),
      defineTriggeredJob({
        key: "ops.fail",
        retryCount: 0,
        execute: () => {
          throw new Error("Disk full");
        },
      }),
    ],
    runners: [
      {
        kind: runner.kind,
        handlers: [],
        names: runner.names ?? [],
        canRun: (definition) => runner.canRun(definition),
        async run(attempt) {
          sending += 1;
          return runner.run(attempt).finally(() => (sending -= 1));
        },
      },
    ],
    inMemory: true,
    clock,
    publicUrl: () => "https://jobs.example.com",
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  const work = { kind: "notice", service: "mail", to: ["li@example.com"], from: "jobs@example.com" };
  await scheduler.jobs.create({
    key: "ops.mail",
    app: "ops",
    kind: "triggered",
    work,
    options: { whenFull: "queue" },
  } as never);
  const asked = { job: "ops.mail", interval: "daily", hour: 8, timeZone: "Asia/Shanghai" } as const;
  await scheduler.reports.createSummary({ ...asked, name: "夜间<b>任务", language: "zh" });
  await scheduler.trigger("ops.close");
  await scheduler.trigger("ops.fail");
  await clock.advance(59 * 60_000);
  expect(server.arrived).toEqual([]);
  for (let second = 0; second < 180 && server.arrived.length === 0; second += 1) await clock.advance(1000);
  const [mail, ...more] = server.arrived;
  expect([mail?.from, mail?.to, more]).toEqual(["jobs@example.com", ["li@example.com"], []]);
  const text = decoded(mail?.source ?? "");
  expect(text).toContain("共结束 2 次运行：成功 1，失败 1，取消 0，跳过 0");
  expect(text).toMatch(/夜间<b>任务：2043年3月2日 08:00 – 2043年3月3日 08:00/);
  expect(text).toContain("· ops.fail：1（之前：0）");
  expect(text).toContain("<p>夜间&lt;b&gt;任务：2043年3月2日");
  expect(text).toContain("https://jobs.example.com/reports?range=24h&by=job");
  expect(mail?.source).toContain("reports.mojob");
  await clock.advance(60 * 60_000);
  expect(server.arrived).toHaveLength(1);
});

test("a summary has its short text in chats and its long one in mail, and is no incident to a webhook", async () => {
  const notice = aNotice({
    event: "summary",
    text: "Mornings\nshort",
    mail: "Mornings\nlong",
    incidents: [],
  });
  const mail = await mailOf(aSending({ service: "mail", to: ["a@b.test"], from: "c@d.test" }, notice));
  expect([mail.subject, mail.text.split("\n")[1]]).toEqual(["Mornings", "long"]);
  expect(mail.html).toContain("<p>long</p>");
  const [request] = await WEBHOOK.requestsOf(aSending({ service: "webhook", url: "https://a.test" }, notice));
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    type: "report.summary",
    data: { text: "Mornings\nshort" },
  });
});

test.each(["pagerduty", "alertmanager"])(
  "a summary is never sent to %s, where it would stay open",
  async (service) => {
    const { scheduler, close } = await startEmbedded({
      features: FEATURES,
      app: "ops",
      jobs: [],
      runners: [noticeRunner()],
      inMemory: true,
      hooks: { onRunEnd: () => {} },
    });
    onTestFinished(close);
    const of = service === "pagerduty" ? { secret: "key" } : { url: "http://127.0.0.1:1" };
    const work = { kind: "notice", service, ...of };
    const options = { whenFull: "queue", retryCount: 3 };
    await scheduler.jobs.create({ key: "ops.page", app: "ops", kind: "triggered", work, options } as never);
    const asked = { name: "a", job: "ops.page", interval: "daily", hour: 8, timeZone: "UTC" };
    await expect(scheduler.reports.createSummary(asked)).rejects.toMatchObject({
      issues: [{ pointer: "/job", code: "opens_incidents" }],
    });
    const { id } = await scheduler.trigger("ops.page", { event: "summary", text: "Mornings" });
    expect(await scheduler.ended(id)).toMatchObject({
      state: "Terminated",
      attempt: 1,
      error: { message: expect.stringContaining("would open an incident that nobody closes") as string },
    });
  },
);

/** The parts of a mail as they are read. */
function decoded(source: string): string {
  const parts = source.split(/^--.*$/m).map((part) => part.split(/\r?\n\r?\n/));
  return parts
    .map(([head = "", ...body]) => {
      const text = body.join("\n\n");
      if (/base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8");
      if (!/quoted-printable/i.test(head)) return text;
      const bytes = text
        .replaceAll(/=\r?\n/g, "")
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString("utf8");
    })
    .join("\n");
}

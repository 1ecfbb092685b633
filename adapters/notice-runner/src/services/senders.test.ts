import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it, test } from "vitest";
import { anIncident, aNotice, aSending, NASTY } from "../../fixtures/a-notice.ts";
import { type Notice, parseNotice } from "../notice.ts";
import type { NoticeWork } from "../work/notice-work.ts";
import { type HttpService, SENDERS } from "./senders.ts";
import type { NoticeRequest } from "./sender.ts";

const URL_OF = "https://chat.example/hook?token=1";
const LINK = "https://jobs.example.com/incidents/run_failed%3Aledger.close%3A1";
const TIME = "1769860830500";

async function requestsOf(
  service: HttpService,
  settings: Omit<Partial<NoticeWork>, "kind" | "service"> = {},
  notice?: Notice,
): Promise<readonly (NoticeRequest & { readonly json: unknown })[]> {
  const sending = aSending({ service, url: URL_OF, ...settings }, notice);
  const requests = await SENDERS[service].requestsOf(sending);
  return requests.map((request) => ({ ...request, json: JSON.parse(request.body) as unknown }));
}

async function requestOf(
  ...args: Parameters<typeof requestsOf>
): Promise<NoticeRequest & { readonly json: unknown }> {
  const [request, ...others] = await requestsOf(...args);
  expect(others).toEqual([]);
  if (request === undefined) throw new Error("There is no request");
  return request;
}

/** What is somewhere in JSON. */
function at(json: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string | number, unknown>>)[name],
    json,
  );
}

const textAt = (...where: Parameters<typeof at>): string => String(at(...where));

const hmac = (key: string, text: string): string => createHmac("sha256", key).update(text).digest("base64");

describe("DingTalk", () => {
  test("gets Markdown, and a signature of the time in the address", async () => {
    const { url, json } = await requestOf("dingtalk", { secret: "SEC+secret" });
    const { searchParams, host } = new URL(url);
    expect([host, searchParams.get("token"), searchParams.get("timestamp")]).toEqual([
      "chat.example",
      "1",
      TIME,
    ]);
    expect(searchParams.get("sign")).toBe(hmac("SEC+secret", `${TIME}\nSEC+secret`));
    expect(json).toMatchObject({ msgtype: "markdown", at: { isAtAll: false } });
    const text = textAt(json, "markdown", "text");
    expect(text).toMatch(/^#### Critical: ledger\.close: 2 runs failed/);
    expect(text.endsWith(`\n\n[MoJobScheduler](${LINK})`)).toBe(true);
  });

  test("without a secret gets its address as it is", async () => {
    expect((await requestOf("dingtalk")).url).toBe(URL_OF);
  });

  test.each([
    ['{"errcode":0,"errmsg":"ok"}', null],
    ['{"errcode":310000,"errmsg":"sign not match"}', { says: "310000: sign not match", isFinal: true }],
    ['{"errcode":130101,"errmsg":"send too fast"}', { says: "130101: send too fast", isFinal: false }],
    ["<html>", { says: "<html>", isFinal: false }],
  ])("that says %s", (body, refusal) => {
    expect(SENDERS.dingtalk.refusalIn?.(body)).toEqual(refusal);
  });
});

describe("WeCom", () => {
  test("gets at most 4,096 bytes of Markdown, and the link whole", async () => {
    const text = Array.from({ length: 10 }, (_, index) => `严重 任务 ${index} ${"失败".repeat(240)}`).join(
      "\n",
    );
    const { json } = await requestOf("wecom", {}, aNotice({ text }));
    const content = textAt(json, "markdown", "content");
    expect(new TextEncoder().encode(content).byteLength).toBeLessThanOrEqual(4096);
    expect(new TextEncoder().encode(content).byteLength).toBeGreaterThan(4080);
    expect(content.endsWith(`…\n[MoJobScheduler](${LINK})`)).toBe(true);
  });

  test("refuses an address without a robot for good", () => {
    expect(SENDERS.wecom.refusalIn?.('{"errcode":93000,"errmsg":"invalid webhook url"}')?.isFinal).toBe(true);
    expect(SENDERS.wecom.refusalIn?.('{"errcode":45009,"errmsg":"freq out of limit"}')?.isFinal).toBe(false);
  });
});

describe("Feishu", () => {
  test("gets a card of plain text, and a signature with the time in the body", async () => {
    const { url, json } = await requestOf("feishu", { secret: "feishu-secret" });
    expect(url).toBe(URL_OF);
    expect(json).toMatchObject({
      timestamp: "1769860830",
      sign: hmac("1769860830\nfeishu-secret", ""),
      msg_type: "interactive",
      card: {
        header: { template: "red" },
        elements: [
          { tag: "div", text: { tag: "plain_text", content: expect.stringContaining("2 runs failed") } },
          { tag: "action", actions: [{ tag: "button", url: LINK }] },
        ],
      },
    });
  });

  test("sees by the colour what is over", async () => {
    const { json } = await requestOf("feishu", {}, aNotice({ event: "resolved" }));
    expect(at(json, "card", "header", "template")).toBe("green");
    expect(json).not.toHaveProperty("sign");
  });

  test("says by its code whether it took it", () => {
    expect(SENDERS.feishu.refusalIn?.('{"code":0,"msg":"success"}')).toBeNull();
    expect(SENDERS.feishu.refusalIn?.('{"code":19021,"msg":"sign match fail"}')?.isFinal).toBe(true);
    expect(SENDERS.feishu.refusalIn?.('{"code":11232,"msg":"too many request"}')?.isFinal).toBe(false);
  });
});

describe("Slack", () => {
  test("gets blocks in which no word is a link or a mention, and the link by itself", async () => {
    const { json } = await requestOf("slack");
    expect(at(json, "blocks")).toMatchObject([
      {
        type: "section",
        text: { type: "mrkdwn", verbatim: true, text: expect.stringMatching(/^\*Critical: /) },
      },
      { type: "section", text: { text: `<${LINK}|MoJobScheduler>` } },
    ]);
    expect(textAt(json, "text")).not.toContain("<");
  });

  test("gets no more than a section may have", async () => {
    const text = Array.from({ length: 10 }, () => "x".repeat(480)).join("\n");
    const { json } = await requestOf("slack", {}, aNotice({ text }));
    expect(textAt(json, "blocks", 0, "text", "text").length).toBeLessThanOrEqual(3000);
  });
});

describe("Teams", () => {
  test("gets an adaptive card of plain text, with a button", async () => {
    const { json } = await requestOf("teams");
    expect(json).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", weight: "Bolder" }] }],
            actions: [{ type: "Action.OpenUrl", url: LINK }],
          },
        },
      ],
    });
  });
});

describe("PagerDuty", () => {
  const two = [
    anIncident(),
    anIncident({ id: "run_failed:ledger.open:4", jobKey: "ledger.open", error: null }),
  ];

  test("gets an event for each incident, known by its id", async () => {
    const requests = await requestsOf(
      "pagerduty",
      { secret: "R0UT1NG" },
      aNotice({ incidents: two, count: 2 }),
    );
    expect(requests.map(({ json }) => json)).toMatchObject([
      {
        routing_key: "R0UT1NG",
        event_action: "trigger",
        dedup_key: "run_failed:ledger.close:1",
        client_url: LINK,
        payload: {
          summary: expect.stringMatching(/^ledger\.close: 2 runs failed/),
          source: "ledger.close",
          severity: "critical",
          component: "ledger",
          class: "run_failed",
          timestamp: "2026-01-31T11:59:00.000Z",
        },
      },
      { dedup_key: "run_failed:ledger.open:4" },
    ]);
  });

  test.each([
    ["resolved", null, ["resolve"]],
    ["changed", null, ["trigger"]],
    ["changed", "acknowledged", ["acknowledge"]],
    ["repeated", "open", ["trigger"]],
    ["resolved", "resolved", ["resolve"]],
  ] as const)("of an incident that is %s and in state %s", async (event, state, actions) => {
    const notice = aNotice({ event, incidents: [anIncident({ state })] });
    const requests = await requestsOf("pagerduty", { secret: "R0UT1NG" }, notice);
    expect(requests.map(({ json }) => at(json, "event_action"))).toEqual(actions);
  });

  test("gets a test that is over at once, at its own address", async () => {
    const sending = aSending({ service: "pagerduty", secret: "R0UT1NG" }, parseNotice(null));
    const requests = await SENDERS.pagerduty.requestsOf(sending);
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill("https://events.pagerduty.com/v2/enqueue"));
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { event_action: "trigger", dedup_key: "!run-7", payload: { severity: "info" } },
      { event_action: "resolve", dedup_key: "!run-7" },
    ]);
  });
});

describe("Alertmanager", () => {
  test("gets an alert for each incident, which it would otherwise take for resolved within minutes", async () => {
    const { url, json, headers } = await requestOf("alertmanager", { url: "http://alerts.example:9093/am/" });
    expect(url).toBe("http://alerts.example:9093/am/api/v2/alerts");
    expect(headers).not.toHaveProperty("authorization");
    expect(json).toMatchObject([
      {
        labels: {
          alertname: "run_failed",
          condition: "run_failed",
          severity: "critical",
          app: "ledger",
          job: "ledger.close",
          tenant: "default",
        },
        annotations: { summary: expect.stringMatching(/^ledger\.close: /) },
        startsAt: "2026-01-31T11:59:00.000Z",
        endsAt: "2026-02-07T12:00:30.500Z",
        generatorURL: LINK,
      },
    ]);
  });

  test("gets the end of one with the same labels, and the names of who sends it", async () => {
    const opened = await requestOf("alertmanager");
    const resolvedAt = "2026-01-31T12:00:20.000Z";
    const notice = aNotice({ event: "resolved", incidents: [anIncident({ resolvedAt })] });
    const { json, headers } = await requestOf("alertmanager", { user: "mojob", secret: "pass" }, notice);
    expect(json).toMatchObject([{ labels: at(opened.json, 0, "labels"), endsAt: resolvedAt }]);
    expect(headers["authorization"]).toBe(`Basic ${btoa("mojob:pass")}`);
    const { headers: withToken } = await requestOf("alertmanager", { secret: "token" });
    expect(withToken["authorization"]).toBe("Bearer token");
  });
});

describe("a webhook", () => {
  const keyOf = (byte: number): string =>
    `whsec_${btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)))}`;
  const [first, second] = [keyOf(1), keyOf(2)];

  test("is signed so that the library of Standard Webhooks verifies it, with either secret", async () => {
    const secrets = { secret: second, previousSecret: first };
    const sending = { ...aSending({ service: "webhook", url: URL_OF, ...secrets }), now: new Date() };
    const [{ headers, body } = { headers: {}, body: "" }] = await SENDERS.webhook.requestsOf(sending);
    for (const secret of [first, second])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({
        type: "incident.opened",
        timestamp: "2026-01-31T12:00:00.000Z",
        data: { event: "opened", incidents: [{ id: "run_failed:ledger.close:1", error: NASTY }] },
      });
    expect(() => new Webhook(keyOf(3)).verify(body, headers)).toThrow("No matching signature");
    expect(() => new Webhook(first).verify(`${body} `, headers)).toThrow("No matching signature");
  });

  test("has the signature that the specification describes", async () => {
    const { headers, body } = await requestOf("webhook", { secret: first });
    const key = Buffer.alloc(32, 1);
    const signed = createHmac("sha256", key).update(`!run-7.1769860830.${body}`).digest("base64");
    expect(headers).toMatchObject({
      "webhook-id": "!run-7",
      "webhook-timestamp": "1769860830",
      "webhook-signature": `v1,${signed}`,
    });
  });

  test("without a secret is not signed", async () => {
    const { headers } = await requestOf("webhook");
    expect(Object.keys(headers).toSorted()).toEqual(["content-type", "user-agent", "webhook-id"]);
  });

  test("with a secret that is none says which, and not what it is", async () => {
    const refused = requestOf("webhook", { secret: first, previousSecret: "my password" });
    await expect(refused).rejects.toThrow('Cannot sign with "work.previousSecret": it must be "whsec_"');
    await expect(refused).rejects.not.toThrow("my password");
  });

  test("gets JSON of its own", async () => {
    const template = '{"content":{{ text | json }},"n":{{ count }}}';
    const { json } = await requestOf("webhook", { template });
    expect(json).toEqual({ content: aNotice().text, n: 1 });
    const refused = requestOf("webhook", { template: '{"content":"{{ text }}' });
    await expect(refused).rejects.toThrow("a webhook gets JSON");
  });
});

describe("a text from elsewhere", () => {
  const chats = ["dingtalk", "wecom", "slack"] as const;

  it.each(chats)("mentions nobody, links nowhere and formats nothing in %s", async (service) => {
    const plain = (await requestOf(service)).body;
    const own = (await requestOf(service, { template: "see {{ text }} {{ incidents[0].error }}" })).body;
    for (const body of [plain, own])
      for (const harm of ["<!", "@all", "<at", "[pay]", "https://evil", "www.evil", "**now", "`", "\u202E"])
        expect(body).not.toContain(harm);
  });

  it.each(["feishu", "teams"] as const)("is no markup in the own text of %s", async (service) => {
    const { json } = await requestOf(service, { template: "[open]({{ url }}) {{ text }}" });
    const text =
      service === "feishu"
        ? textAt(json, "card", "elements", 0, "text", "content")
        : textAt(json, "attachments", 0, "content", "body", 0, "text");
    for (const harm of ["<at", "[pay]", "https://evil", "**now"]) expect(text).not.toContain(harm);
    expect(text).toContain(`[open](${LINK})`);
  });

  it("is no more than 500 characters of an error", async () => {
    const error = "x".repeat(5000);
    const notice = aNotice({ text: error, incidents: [anIncident({ error })] });
    for (const service of Object.keys(SENDERS) as HttpService[]) {
      if (service === "webhook") continue;
      const requests = await requestsOf(service, { secret: "s" }, notice);
      for (const { body } of requests) expect(body).not.toContain("x".repeat(501));
    }
  });
});

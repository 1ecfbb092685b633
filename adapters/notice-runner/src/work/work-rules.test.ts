import { parseJobWork } from "@mojob/core/engine";
import { registerWorkKind, secretsOf } from "@mojob/core/ports";
import { beforeAll, describe, expect, test } from "vitest";
import { NOTICE_KIND, NoticeService, SETTINGS } from "./notice-work.ts";
import { NOTICE_WORK } from "./work-rules.ts";

const VALUES = {
  url: "https://chat.example/{{secrets.HOOK}}",
  secret: "{{ secrets.SIGN }}",
  previousSecret: "{{secrets.SIGN_BEFORE}}",
  user: "mojob",
  to: ["ops@example.com", "Ops <night@example.com>"],
  from: "MoJobScheduler <jobs@example.com>",
  template: "{{ text }}",
};

/** A JSON pointer to a member of the work. */
const pointerTo = (member: string): string => ["", "work", member].join("/");

beforeAll(() => registerWorkKind(NOTICE_WORK));

describe("work that sends notices", () => {
  test.each(Object.values(NoticeService))("is parsed as it is, with all that %s takes", (service) => {
    const { needs, takes } = SETTINGS[service];
    const settings = Object.fromEntries(
      [...needs, ...takes].map((name) => [name, VALUES[name as keyof typeof VALUES]]),
    );
    const work = { kind: NOTICE_KIND, service, ...settings };
    expect(parseJobWork(work, "create a job")).toEqual(work);
    for (const name of needs) {
      const { [name]: _, ...without } = work as Record<string, unknown>;
      expect(() => parseJobWork(without, "create a job")).toThrow(
        expect.objectContaining({
          issues: [expect.objectContaining({ pointer: pointerTo(name), code: "required" })],
        }) as Error,
      );
    }
  });

  test.each([
    [{ service: "fax" }, "service", "not_one_of"],
    [{ service: "slack", url: "https://a.test", to: ["ops@example.com"] }, "to", "unknown_name"],
    [{ service: "slack", url: "https://a.test", more: 1 }, "more", "unknown_name"],
    [{ service: "mail", from: "jobs@example.com", to: [] }, "to", "too_few"],
    [{ service: "mail", from: "jobs", to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "jobs@example.com> <x@example.com", to: ["a@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "a@b.test@c.test", to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "<jobs@example.com", to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "jobs@example.com\u0000", to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "a@b.test> RCPT TO:<evil@x.test", to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: '"x@y.test" <a@b.test>', to: ["ops@example.com"] }, "from", "custom"],
    [{ service: "mail", from: "a@b.test", to: ["a@b.test\r\nBcc: c@d.test"] }, "to/0", "custom"],
    [{ service: "webhook", url: "https://a.test", template: "x".repeat(10_001) }, "template", "too_long"],
  ])("is refused with a pointer: %j", (work, member, code) => {
    expect(() => parseJobWork({ kind: "notice", ...work }, "create a job")).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ pointer: pointerTo(member), code })],
      }) as Error,
    );
  });

  test("names the secrets of its address and of what signs it", () => {
    const { url, secret, previousSecret } = VALUES;
    const work = { kind: NOTICE_KIND, service: NoticeService.Webhook, url, secret, previousSecret };
    expect(secretsOf(work)).toEqual(["HOOK", "SIGN", "SIGN_BEFORE"]);
  });
});

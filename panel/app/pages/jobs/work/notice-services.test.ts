import { NOTICE_WORK, NoticeService } from "@mojob/notice-runner/work";
import * as v from "valibot";
import { expect, it } from "vitest";
import { NOTICE_SERVICES, NOTICE_SETTINGS, noticeService, withService } from "./notice-services.ts";

it("there is a field for each setting that the API takes of a service, and for no other", () => {
  expect(new Set<string>(NOTICE_SERVICES)).toEqual(new Set(Object.values(NoticeService)));
  const values = { to: ["ops@example.com"], from: "jobs@example.com" };
  const all = [...new Set(Object.values(NOTICE_SETTINGS).flat())];
  for (const service of NOTICE_SERVICES) {
    const settings = Object.fromEntries(all.map((name) => [name, "a"]));
    const read = v.safeParse(NOTICE_WORK.schema, { kind: "notice", service, ...settings, ...values });
    const refused = new Set((read.issues ?? []).map((issue) => v.getDotPath(issue)));
    const fields: readonly string[] = NOTICE_SETTINGS[service];
    expect(refused).toEqual(new Set(all.filter((name) => !fields.includes(name))));
  }
});

it("withService() keeps what the other service takes", () => {
  const work = { kind: "notice", service: "webhook", url: "https://a.test", secret: "s", template: "t" };
  expect(withService(work, "slack")).toEqual({
    kind: "notice",
    service: "slack",
    url: "https://a.test",
    template: "t",
  });
  expect(withService(work, "mail")).toEqual({ kind: "notice", service: "mail", template: "t" });
});

it("noticeService() knows no service of a newer API", () => {
  expect(noticeService("feishu")).toBe("feishu");
  expect(noticeService("pigeon")).toBeNull();
});

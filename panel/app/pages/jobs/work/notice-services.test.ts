import { expect, it } from "vitest";
import { noticeService, withService } from "./notice-services.ts";

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

import { expect, test } from "vitest";
import { toApp } from "../destination.ts";
import { executionTopic } from "./channel.ts";

test("each app of each tenant has a topic of its own, and each of its executors another", () => {
  const app = toApp("default", "mail");
  expect(executionTopic(app)).toBe("mojob.default.mail");
  expect(executionTopic({ ...app, executor: "mail-1" })).toBe("mojob.default.mail.mail-1");
});

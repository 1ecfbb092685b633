import { expect, test } from "vitest";
import { toApp } from "../model/destination.ts";
import { executionTopic } from "../model/name/channel.ts";
import { toExecutionEvent, toExecutionRequest } from "./execution-event.ts";

const request = {
  instanceId: "run-1",
  jobKey: "mail.send",
  lane: "mail.send",
  attempt: 2,
  priority: 1,
  dueAt: null,
};

test("a request goes through an event and comes out as it was", () => {
  expect(toExecutionRequest(toExecutionEvent(request))).toEqual(request);
});

test("two attempts of a run are two events, one attempt always the same", () => {
  const [first, again, second] = [1, 1, 2].map((attempt) => toExecutionEvent({ ...request, attempt }).id);
  expect(first).toBe(again);
  expect(first).not.toBe(second);
});

test("an event without a priority has the middle one", () => {
  const { priority: _, ...event } = toExecutionEvent(request);
  expect(toExecutionRequest(event).priority).toBe(3);
});

test("each app of each tenant has a topic of its own, and each of its executors another", () => {
  const app = toApp("default", "mail");
  expect(executionTopic(app)).toBe("mojob.default.mail");
  expect(executionTopic({ ...app, executor: "mail-1" })).toBe("mojob.default.mail.mail-1");
});

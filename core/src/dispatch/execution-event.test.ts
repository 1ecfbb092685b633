import { expect, test } from "vitest";
import { executionTopic, toExecutionEvent, toExecutionRequest } from "./execution-event.ts";

const request = { instanceId: "run-1", jobKey: "mail.send", attempt: 2, priority: 1, dueAt: null };

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

test("each app of each tenant listens at a topic of its own", () => {
  expect(executionTopic("default", "mail")).toBe("mojob.default.mail");
});

import { expect, it } from "vitest";
import { bodyOfWork, workOfBody } from "./body-of-work.ts";

it.each(['{ "engine": 1 }', "", "{", '{"a":"}"}', "[1, 2"])("a body %j is that of its work", (body) => {
  expect(bodyOfWork(workOfBody(body))).toBe(body);
});

it("bodyOfWork() finds none in other work, nor where something stands beside it", () => {
  expect(bodyOfWork('{"kind":"http","body":null}')).toBeNull();
  expect(bodyOfWork('{"body":{},"kind":"task"}')).toBeNull();
  expect(bodyOfWork('{ "kind": "task",\n "body": { "engine": 1 } }')).toBe('{ "engine": 1 }');
});

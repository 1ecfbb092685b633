import { expect, it } from "vitest";
import { jsonCursor } from "./json-cursor.ts";

it.each([
  ["{", [], "name", "", []],
  ['{"a": 1, "b', [], "name", "b", ["a"]],
  ['{"nodes": [{"id": "x", "pre": [{"node": "', ["nodes", 0, "pre", 0, "node"], "value", "", ["node"]],
  ['{"nodes": [{}, {"id": "a"}, {"type": "j', ["nodes", 2, "type"], "value", "j", ["type"]],
  ['{"a": tr', ["a"], "value", "tr", ["a"]],
  ['{"a": {"b": [1, 2, ', ["a", "b", 2], "value", "", []],
  ['{"a": "x\\"y], {", "c": "$.JOB[\'', ["c"], "value", "$.JOB['", ["a", "c"]],
  ['{"a": {"b": 1}, ', [], "name", "", ["a"]],
] as const)("%s is continued at %j", (before, path, kind, typed, names) => {
  const cursor = jsonCursor(before);
  expect(cursor).toMatchObject({ path, kind, typed, names });
  expect(before.slice(cursor.from)).toBe(typed);
});

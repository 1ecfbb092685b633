import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import type { JsonMembers } from "./member-edit.ts";
import { renamedIn, renameNode } from "./rename-node.ts";

it.each([
  ["$.JOB['a'].RESULT", "$.JOB['b'].RESULT"],
  ["$.JOB.a.RESULT + $.JOB[‘a’].MS", "$.JOB['b'].RESULT + $.JOB['b'].MS"],
  ["{ $ . JOB [ \"a\" ] .OUTPUT}:REGEX:$.JOB['a']", "{ $.JOB['b'] .OUTPUT}:REGEX:$.JOB['a']"],
  ["\"$.JOB['a']\" + $.JOB['aa'].LOG", "\"$.JOB['a']\" + $.JOB['aa'].LOG"],
  ["exists($.JOB['a']) ? $.VARS.a : $.TASK.PARAMS.a", "exists($.JOB['b']) ? $.VARS.a : $.TASK.PARAMS.a"],
  [String.raw`$.JOB['\u0061'].LOG`, "$.JOB['b'].LOG"],
  ["$.JOB['a'].RESULT +", "$.JOB['a'].RESULT +"],
])("renames the node in %s", (text, renamed) => {
  expect(renamedIn(text, "a", "b")).toBe(renamed);
});

const BODY = `{
  "engine": 1,
  "results": [{ "name": "all", "type": "json", "expression": "$.JOB['load'].RESULT" }],
  "nodes": [
    { "id": "load", "type": "job", "job": { "work": { "kind": "code", "handler": "load" } },
      "params": [{ "name": "load", "value": { "load": 12345678901234567890, "text": "$.JOB['load']" } }] },
    { "id": "pick", "type": "condition", "pre": [{ "node": "load" }],
      "branches": [{ "name": "load", "when": "$.JOB['load'].RESULT.rows > 0" }], "else": "none" },
    { "id": "all", "type": "group", "pre": [{ "node": "pick", "branch": "load" }], "each": { "items": "$.JOB['load'].RESULT.shops" },
      "nodes": [{ "id": "one", "type": "wait", "for": { "ms": "$.JOB['load'].MS" } }] }
  ]
}`;

it("renameNode() follows ways and expressions wherever they stand, and changes nothing else", () => {
  const before = parseExactJson(BODY) as JsonMembers;
  const after = renameNode(before, "load", "fetch");
  expect(validateTask(JSON.parse(jsonText(after))).issues).toEqual([]);
  expect(jsonText(after)).toContain('"load": 12345678901234567890');
  // The same again once it is named back, to the character.
  expect(jsonText(renameNode(after, "fetch", "load"))).toBe(jsonText(before));
  const named = [...jsonText(after).matchAll(/JOB\['(\w+)'\]/g)].map(([, name]) => name);
  expect(named).toEqual(["fetch", "load", "fetch", "fetch", "fetch"]);
});

import { expect, test } from "vitest";
import { TASK_BODY_SCHEMA } from "@mojob/tasks";
import { play, type Scenario } from "./body-play.ts";
import { after, DRAWN, echo, FORM, runs, SCENARIOS } from "./body-scenarios.ts";
import { membersOf } from "./schema-members.ts";

const members = membersOf(TASK_BODY_SCHEMA);

/** The scenario of a member: by its whole way, or by the end of it where that means the same everywhere. */
function scenarioOf(member: string): Scenario | undefined {
  // A check uses a resource as a job does.
  const names = member.replace(/^.*\.use\./u, "resources.").split(".");
  for (let from = 0; from < names.length; from += 1) {
    const scenario = SCENARIOS[names.slice(from).join(".")];
    if (scenario !== undefined) return scenario;
  }
  return undefined;
}

test("every member of a body is known here, and every scenario is of one", () => {
  const isKnown = (member: string): boolean =>
    scenarioOf(member) !== undefined || DRAWN.has(member) || FORM.has(member.split(".").at(-1) ?? "");
  expect(members.filter((member) => !isKnown(member))).toEqual([]);
  const ends = members.flatMap((member) => {
    const names = member.split(".");
    return names.map((_, from) => names.slice(from).join("."));
  });
  expect(Object.keys(SCENARIOS).filter((name) => !ends.includes(name))).toEqual([]);
});

test.each(Object.entries(SCENARIOS))("a run differs by `%s`", async (_, { without, having, more }) => {
  expect(await play(having, more)).not.toBe(await play(without, more));
});

test("a run shows no difference where its body has none", async () => {
  const body = { nodes: [echo("a"), runs("rest", "b", after("a"))] };
  expect(await play(body)).toBe(await play(body));
});

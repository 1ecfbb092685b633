import { AttentionKind, declareJob, flattenOptions, JOB_OPTIONS, SCHEDULE_OPTIONS } from "@mojob/core/engine";
import { AlarmCondition, OPTION_WORDS, type OptionName } from "@mojob/core/words";
import { parseConfiguration } from "@mojob/server";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

/** The cells of the table rows that begin with a code span, below a heading. */
function rows(page: string, heading: string): readonly (readonly [string, string, string])[] {
  const section = readText(page)
    .split(/^## /m)
    .find((text) => text.startsWith(heading));
  return [...(section ?? "").matchAll(/^\| `([^`]+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = "", value = "", words = ""]) => [name, value, words],
  );
}

/** What a job that states nothing is given, as the API shows it. */
const DEFAULTS: Readonly<Record<string, unknown>> = flattenOptions(
  declareJob({ key: "a", kind: "recurring", options: {}, argsSchema: null }).options,
);

describe("the options page", () => {
  it.each([
    ["Every job", JOB_OPTIONS],
    ["Recurring jobs", SCHEDULE_OPTIONS],
  ])("has every option of %s with its default and its words", (heading, table) => {
    const told = rows("docs/options.md", heading).filter(([name]) => name !== "key");
    const expected = Object.keys(table).map((name) => [
      name,
      name === "name" ? "the key; of a class, its name" : `\`${JSON.stringify(DEFAULTS[name])}\``,
      OPTION_WORDS.en.description[name as OptionName],
    ]);
    expect(told).toEqual(expected);
  });
});

describe("the page of alarms", () => {
  it.each(["docs/alarms.md", "docs/alarms.zh-CN.md"])("lists every finding in its order in %s", (page) => {
    const kinds = [...readText(page).matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, kind]) => kind);
    const from = kinds.indexOf(AttentionKind.StoreRestored);
    expect(kinds.slice(from, from + Object.keys(AttentionKind).length)).toEqual(Object.values(AttentionKind));
    expect(new Set(kinds.slice(0, from))).toEqual(new Set(Object.values(AlarmCondition)));
  });
});

describe("the gates on the architecture page", () => {
  it("are those of the list, in its order, with what each knows and what follows", () => {
    const source = readText("core/src/model/begin/gates.ts");
    const gates = [
      ...source.matchAll(/^ {2}(\w+): gate\("(\w+)", \{[\s\S]*?effect: GateEffect\.(\w+)/gm),
    ].map(([, name, knows, effect = ""]) => [name, knows, effect.toLowerCase()]);
    const told = rows("docs/architecture.md", "Gates").map(([name, knows, rest]) => [
      name,
      knows,
      rest.split(" | ")[1],
    ]);
    expect(gates.length).toBeGreaterThan(10);
    expect(told).toEqual(gates);
  });
});

describe("the table of variables", () => {
  const own = readText("server/src/configuration/people-variables.ts");
  const ofPeople = /PEOPLE_VARIABLES: PeopleVariables = \{\n([^}]*)\}/.exec(own)?.[1] ?? "";
  const source = readText("server/src/configuration/configuration-variables.ts").replace(
    /^ {2}\.\.\.PEOPLE_VARIABLES,$/m,
    ofPeople,
  );
  const variables = [...source.matchAll(/^ {2}(MOJOB_[A-Z_]+):/gm)].map(([, name]) => name);

  it.each([
    ["docs/variables.md", "The variables"],
    ["docs/variables.zh-CN.md", "变量表"],
  ])("in %s has every variable there is", (page, heading) => {
    expect(rows(page, heading).map(([name]) => name)).toEqual(variables);
  });

  it.each([
    ["docs/variables.md", "The variables"],
    ["docs/variables.zh-CN.md", "变量表"],
  ])("in %s says the defaults as they are", (page, heading) => {
    const spelledOut = Object.fromEntries(
      rows(page, heading)
        .filter(([, value]) => value.startsWith("`"))
        .map(([name, value]) => [name, value.replaceAll("`", "")]),
    );
    expect(Object.keys(spelledOut).length).toBeGreaterThan(6);
    expect(parseConfiguration(spelledOut)).toEqual(parseConfiguration({}));
  });
});

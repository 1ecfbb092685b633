import {
  defineRecurringJob,
  defineTriggeredJob,
  flattenOptions,
  declareJob,
  parseConfiguration,
} from "@mojob/core";
import { describe, expect, it } from "vitest";
import { readText } from "./repository.ts";

/** The first two cells of the table rows that begin with a code span, below a heading. */
function rows(page: string, heading: string): readonly (readonly [string, string])[] {
  const section = readText(page)
    .split(/^## /m)
    .find((text) => text.startsWith(heading));
  return [...(section ?? "").matchAll(/^\| `([^`]+)` \| (.+?) \|/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
}

describe("the options page", () => {
  const common = rows("docs/options.md", "Every job");

  /** What a job that states nothing is given, as the API shows it. */
  function defaults(job: Parameters<typeof declareJob>[0]): Readonly<Record<string, unknown>> {
    return flattenOptions(declareJob(job, {}).options);
  }

  it.each([
    ["Recurring jobs", defineRecurringJob({ key: "a", execute: () => {} })],
    ["Triggered jobs", defineTriggeredJob({ key: "a", execute: () => {} })],
  ])("has every option of %s with its default", (heading, job) => {
    const own = rows("docs/options.md", heading).filter(([name]) => !name.startsWith("args"));
    const told = [...common, ...own].filter(([name]) => name !== "key" && name !== "name");
    const { name: _, ...real } = defaults(job);
    expect(
      Object.fromEntries(
        told.map(([name, value]) => [name, JSON.parse(value.replaceAll("`", "")) as unknown]),
      ),
    ).toEqual(real);
  });
});

describe("the README's configuration table", () => {
  const source = readText("core/src/configuration/configuration-variables.ts");
  const variables = [...source.matchAll(/^ {2}(MOJOB_[A-Z_]+):/gm)].map(([, name]) => name);

  it.each([
    ["README.md", "Configuration"],
    ["README.zh-CN.md", "配置"],
  ])("in %s has every variable there is", (page, heading) => {
    expect(rows(page, heading).map(([name]) => name)).toEqual(variables);
  });

  it.each([
    ["README.md", "Configuration"],
    ["README.zh-CN.md", "配置"],
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

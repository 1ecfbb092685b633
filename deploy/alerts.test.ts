import { defineRecurringJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { createManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { parser } from "@prometheus-io/lezer-promql";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { readDeployFile } from "./fixtures/compose-file.ts";

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

const { groups } = parse(readDeployFile("alerts.yaml")) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

/** The texts of an expression's nodes of a kind; `⚠` is what does not parse. */
function nodes(expr: string, kind: string): readonly string[] {
  const found: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to }) => void (name === kind && found.push(expr.slice(from, to))),
  });
  return found;
}

/** The metrics of a scheduler whose job fired, failed, and was retried: each series' name with its labels. */
async function exportedSeries(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const clock = createFakeClock();
  const unsteady = defineRecurringJob({
    key: "unsteady",
    cron: "* * * * * *",
    retryCount: 1,
    execute: ({ attempt }) => {
      if (attempt === 1) throw new Error("once");
    },
  });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "alerts",
    jobs: [unsteady],
    worker: { maxConcurrentRuns: 10 },
    clock,
    hooks: { onRunEnd: () => {} },
  });
  const management = createManagementApp(scheduler, { clock });
  await clock.advance(2000);
  // A request is counted once it has its response.
  await management.request("http://localhost/metrics", undefined, { peer: "127.0.0.1" });
  const response = await management.request("http://localhost/metrics", undefined, { peer: "127.0.0.1" });
  const series = new Map<string, Set<string>>();
  for (const [, name = "", labels = ""] of (await response.text()).matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  await management.close();
  await close();
  return series;
}

describe("alerts.yaml", () => {
  let series: ReadonlyMap<string, ReadonlySet<string>>;

  beforeAll(async () => {
    series = await exportedSeries();
  });

  test("has rules as Prometheus reads them, each with its words and how urgent it is", () => {
    expect(rules.length).toBeGreaterThan(4);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.alert).toMatch(/^Mojob[A-Za-z]+$/);
      expect(rule.for).toMatch(/^\d+m$/);
      expect(["page", "ticket"]).toContain(rule.labels.severity);
      expect(rule.annotations.summary.length).toBeGreaterThan(10);
      expect(rule.annotations.description.length).toBeGreaterThan(10);
    }
  });

  test.each(rules)("$alert asks for series and labels that there are", ({ expr }) => {
    expect(nodes(expr, "⚠"), expr).toEqual([]);
    const names = nodes(expr, "Identifier");
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !series.has(name))).toEqual([]);
    const labels = [
      ...nodes(expr, "LabelName"),
      ...nodes(expr, "GroupingLabels").flatMap((list) => list.match(/\w+/g) ?? []),
    ];
    const known = new Set(names.flatMap((name) => [...(series.get(name) ?? [])]));
    expect(labels.filter((label) => !known.has(label))).toEqual([]);
  });

  test("and the page of metrics name what is exported: all series, each with its labels", () => {
    const told = [
      ...readDeployFile("../docs/metrics.md").matchAll(/^\| `(mojob_\w+)` \| (\w+) \| (.*?) \|/gm),
    ].map(([, name, type, labels = ""]) => [
      `${name}${type === "histogram" ? "_count" : ""}`,
      // Every sample has the tenant, which the table does not repeat.
      [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label).concat("tenant"),
    ]);
    const exported = [...series]
      .filter(([name]) => !/_(?:bucket|sum)$/.test(name))
      .map(([name, labels]) => [name, [...labels]]);
    const sorted = (rows: typeof told | typeof exported): unknown =>
      rows.map(([name, labels]) => [name, (labels as string[]).toSorted((a, b) => a.localeCompare(b))]);
    expect(sorted(told)).toEqual(sorted(exported));
  });

  test("notices an expression that is wrong and a series that is gone", () => {
    expect(nodes("sum by (app (rate(x[5m]))", "⚠").length).toBeGreaterThan(0);
    expect(series.has("mojob_fire_lateness_seconds_bucket")).toBe(true);
    expect(series.has("mojob_no_such_metric")).toBe(false);
  });
});

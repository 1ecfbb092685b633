import { describe, expect, expectTypeOf, test } from "vitest";
import type { JsonValue } from "../../base/json.ts";
import type { StartedRun, TriggerJob } from "../../scheduler/started-run.ts";
import {
  add,
  and,
  concat,
  contains,
  count,
  defineTask,
  eq,
  exists,
  expression,
  gt,
  match,
  msBetween,
  not,
  or,
  orElse,
  param,
  sum,
  type TaskReference,
  type TaskValue,
  toText,
} from "../../tasks.ts";
import { validateTask } from "@mojob/tasks";
import { defineRecurringJob, defineTriggeredJob } from "../define-job.ts";
import { TriggeredJob } from "../triggered-job.ts";

const countLines = defineTriggeredJob({
  key: "shop.count",
  execute: ({ file }: { readonly file: string }) => ({ lines: file.length, at: new Date(0), note: file }),
});
const report = defineTriggeredJob({
  key: "shop.report",
  execute: ({ lines }: { readonly lines: number; readonly title?: string }) => String(lines),
});
const sweep = defineRecurringJob({ key: "shop.sweep", execute: () => {} });

class Send extends TriggeredJob<{ readonly to: readonly string[] }> {
  static override readonly options = { key: "mail.send" };
  override execute(): { readonly sent?: number } {
    return {};
  }
}

class Keyless extends TriggeredJob {
  override execute(): void {}
}

describe("defineTask()", () => {
  test("says what the whole of it needs", () => {
    const file = {
      name: "orders",
      type: "file",
      test: "exists",
      uri: "'/srv/' + $.SELF.PARAMS.day",
    } as const;
    const { task, options } = defineTask(
      "shop.load",
      { params: { day: param.text() }, resources: [file] },
      (graph) => {
        graph.job("count", countLines, { args: { file: graph.params.day } });
      },
    );
    expect(validateTask(task).issues).toEqual([]);
    expect(task).toMatchObject({ resources: [file], nodes: [{ id: "count" }] });
    expect(options).not.toHaveProperty("resources");
  });

  test("measures between moments, which a run has of its beginning and its end", () => {
    const { task } = defineTask("shop.slow", {}, (graph) => {
      const counted = graph.job("a", countLines, { args: { file: "a" } });
      const [began, ended] = ["STARTED", "ENDED"].map((name) => expression<string>(`$.JOB['a'].${name}`));
      const ms = msBetween(began ?? "", ended ?? "");
      graph.condition("slow", { yes: gt(ms, 60_000) }, { else: "no", after: [counted] });
    });
    expect(validateTask(task).issues).toEqual([]);
    expect(task.nodes).toMatchObject([
      { id: "a" },
      { branches: [{ when: "msBetween($.JOB['a'].STARTED, $.JOB['a'].ENDED) > 60000" }] },
    ]);
  });

  test("starts a run without waiting for it, whose id later nodes take", () => {
    const { task } = defineTask("shop.start", {}, (graph) => {
      const started = graph.start("go", countLines, { args: { file: "a" } });
      expectTypeOf(started.result).toEqualTypeOf<TaskReference<string>>();
      graph.job("tell", report, { args: { lines: 1, title: started.result } });
    });
    expect(validateTask(task).issues).toEqual([]);
    expect(task.nodes).toMatchObject([
      { id: "go", type: "job", job: { key: "shop.count" }, wait: false },
      { id: "tell", pre: [{ node: "go" }] },
    ]);
  });

  test("writes nodes, ways and values as a body that the validator accepts", () => {
    const { task, kind, options } = defineTask(
      "shop.nightly",
      {
        cron: "0 0 2 * * *",
        onFailure: "hold",
        params: { files: param.json<readonly string[]>(), limit: param.number<number>({ value: 20 }) },
      },
      (graph) => {
        const counted = graph.jobEach("count", countLines, graph.params.files, (file) => ({ file }), {
          maxParallel: 3,
        });
        const enough = graph.condition(
          "enough",
          { yes: gt(sum(counted.results.lines), graph.params.limit) },
          { else: "no" },
        );
        const told = graph.job("report", report, {
          after: [enough.branch("yes")],
          args: { lines: sum(counted.results.lines), title: "it's done" },
        });
        graph.job("alarm", "shop.tell", { after: [counted.failed], retry: { times: 2, intervalMs: 5 } });
        return { text: orElse(told.result, "nothing") };
      },
    );
    expect([kind, options]).toEqual(["recurring", { key: "shop.nightly", cron: "0 0 2 * * *" }]);
    expect(task).toEqual({
      engine: 1,
      params: [
        { name: "files", type: "json", required: true },
        { name: "limit", type: "number", value: 20 },
      ],
      nodes: [
        {
          id: "count",
          type: "job",
          job: { key: "shop.count" },
          pre: [],
          each: { items: "$.TASK.PARAMS.files", maxParallel: 3 },
          params: [{ name: "file", expression: "$.ITEM" }],
        },
        {
          id: "enough",
          type: "condition",
          pre: [{ node: "count" }],
          branches: [{ name: "yes", when: "sum($.JOB['count'][*].RESULT.lines) > $.TASK.PARAMS.limit" }],
          else: "no",
        },
        {
          id: "report",
          type: "job",
          job: { key: "shop.report" },
          pre: [{ node: "enough", branch: "yes" }],
          params: [
            { name: "lines", expression: "sum($.JOB['count'][*].RESULT.lines)" },
            { name: "title", value: "it's done" },
          ],
        },
        {
          id: "alarm",
          type: "job",
          job: { key: "shop.tell" },
          pre: [{ node: "count", on: "failed" }],
          retry: { times: 2, intervalMs: 5 },
        },
      ],
      results: [{ name: "text", type: "json", expression: "$.JOB['report'].RESULT ?? 'nothing'" }],
      onFailure: "hold",
    });
    expect(validateTask(task).issues).toEqual([]);
  });

  test("writes loops, waits, approvals, groups and other tasks", () => {
    const inner = defineTask("shop.inner", { params: { day: param.text() } }, () => ({ rows: 3 }));
    const { task, kind } = defineTask("shop.outer", {}, (graph) => {
      const ask = graph.approval("ask", {
        by: { users: ["li"] },
        timeoutMs: 1000,
        onTimeout: "refused",
      });
      const more = graph.condition(
        "more",
        { again: eq(graph.visit, 1) },
        { after: [ask.branch("approved")], else: "end", loop: { maxVisits: 3 } },
      );
      const turn = graph.job("turn", inner, { after: [more.branch("again")], args: { day: "monday" } });
      more.again(turn);
      graph.wait("rest", { ms: 5 }, { after: [more.branch("end")] });
      const files = graph.groupEach("files", ["a", "b"], (group, file) => {
        const counted = group.job("in", countLines, { args: { file } });
        group.job("then", report, { args: { lines: add(counted.result.lines, 1) } });
        return { lines: counted.result.lines };
      });
      graph.job("sum", report, { args: { lines: sum(files.results.lines) } });
    });
    expect(kind).toBe("triggered");
    expect(validateTask(task).issues).toEqual([]);
    const nodes = new Map(task.nodes.map((node) => [node.id, node]));
    expect(nodes.get("more")?.pre).toEqual([{ node: "ask", branch: "approved" }, { node: "turn" }]);
    expect(nodes.get("turn")).toMatchObject({ type: "task", key: "shop.inner" });
    expect(nodes.get("files")).toMatchObject({
      type: "group",
      each: { items: "['a', 'b']" },
      nodes: [{ id: "in" }, { id: "then", pre: [{ node: "in" }] }],
      results: [{ name: "lines", type: "json", expression: "$.JOB['in'].RESULT.lines" }],
    });
    expect(nodes.get("sum")).toMatchObject({
      pre: [{ node: "files" }],
      params: [{ name: "lines", expression: "sum($.JOB['files'][*].RESULT.lines)" }],
    });
  });

  test("says what a body can say of work, of values and of the whole", () => {
    const check = { type: "logic", expression: "$.SELF.RESULT.ok" } as const;
    const { task } = defineTask("shop.whole", { params: { day: param.text() } }, (graph) => {
      const file = graph.value("file", concat("/srv/", graph.params.day));
      const script = { kind: "script", language: "shell", source: "x" } as const;
      const load = graph.work<{ readonly rows: number }>("load", script, {
        ready: script,
        end: script,
        params: [{ name: "file", type: "text" }],
        resources: [{ name: "f", type: "file", test: "exists", uri: "$.SELF.PARAMS.file" }],
        results: [{ name: "rows", type: "number", expression: "1" }],
        successCondition: check,
        verify: { callback: true, timeoutMs: 1000 },
        args: { file },
      });
      graph.jobSets("count", countLines, [{ file: "a" }, { file }], { maxParallel: 1 });
      graph.group("box", (group) => group.succeedsWhere(gt(load.result.rows, 0)));
      graph.succeedsWhere(gt(load.result.rows, 1));
    });
    expect(task.vars).toEqual([{ name: "file", type: "json", expression: "'/srv/' + $.TASK.PARAMS.day" }]);
    expect(task.successCondition).toBe("($.JOB['load'].RESULT.rows > 0) && ($.JOB['load'].RESULT.rows > 1)");
    expect(task.nodes[0]).toMatchObject({
      job: { verify: { callback: true }, successCondition: check, ready: { source: "x" } },
      params: [{ name: "file", expression: "$.VARS.file" }],
    });
    expect(task.nodes[1]).toMatchObject({
      each: {
        maxParallel: 1,
        sets: [[{ name: "file", value: "a" }], [{ name: "file", expression: "$.VARS.file" }]],
      },
    });
    // A group of no nodes alone is wrong with it.
    expect(validateTask(task).issues.map(({ code }) => code)).toEqual(["too_few"]);
  });

  test.each<[string, (values: { readonly one: TaskReference<string> }) => TaskValue<unknown>, string]>([
    [
      "and, or, not",
      ({ one }) => and(eq(one, "a"), or(not(true), exists(one))),
      "$.JOB['a'].RESULT == 'a' && (!true || exists($.JOB['a'].RESULT))",
    ],
    [
      "quotes",
      ({ one }) => concat(one, "l'eau", toText(-5)),
      String.raw`$.JOB['a'].RESULT + 'l\'eau' + string(-5)`,
    ],
    ["patterns", ({ one }) => match(one, String.raw`(\d+)`), String.raw`{$.JOB['a'].RESULT}:REGEX:'(\d+)'`],
    ["texts of their own", () => expression<number>("1+2"), "1 + 2"],
    ["contains", ({ one }) => contains(one, "x"), "$.JOB['a'].RESULT # 'x'"],
  ])("writes %s", (_, make, text) => {
    const { task } = defineTask("shop.text", {}, (graph) => {
      const one = graph.job<unknown, string>("a", "shop.a").result;
      return { value: make({ one }) };
    });
    expect(task.results?.[0]?.expression).toBe(text);
    expect(validateTask(task).issues).toEqual([]);
  });

  test("refuses what no expression can say, and a job without a key", () => {
    const withObject = () =>
      defineTask("a", {}, (graph) => {
        const { result } = graph.job("one", countLines, { args: { file: "x" } });
        // @ts-expect-error -- There is no expression for an object.
        graph.job("two", report, { args: { lines: { more: result.lines } } });
      });
    expect(withObject).toThrow("Cannot write object as an expression");
    expect(() => defineTask("a", {}, (graph) => void graph.job("one", Keyless))).toThrow("give it a key");
    const asText = () =>
      defineTask("a", {}, (graph) => {
        const { output } = graph.job("one", countLines, { args: { file: "x" } });
        graph.job("two", countLines, { args: { file: `${output as unknown as string}!` } });
      });
    expect(asText).toThrow("it is known when the task runs");
  });
});

// The compiler is the test here: a wrong type fails check:types.

test("the values of a task have the types of its jobs", () => {
  const nightly = defineTask(
    "shop.types",
    { params: { day: param.text(), limit: param.number<number>({ value: 1 }) } },
    (graph) => {
      expectTypeOf(graph.params.day).toExtend<TaskValue<string>>();
      expectTypeOf(graph.params.limit).toExtend<TaskValue<number>>();
      const one = graph.job("one", countLines, { args: { file: graph.params.day } });
      expectTypeOf(one.result.lines).toExtend<TaskValue<number>>();
      // A date is text once it was kept.
      expectTypeOf(one.result.at).toExtend<TaskValue<string>>();
      const each = graph.jobEach("each", countLines, ["a"], (file, index) => {
        expectTypeOf(file).toExtend<TaskValue<string>>();
        expectTypeOf(index).toExtend<TaskValue<number>>();
        return { file };
      });
      expectTypeOf(each.results.lines).toExtend<TaskValue<readonly number[]>>();
      expectTypeOf(count(each.results)).toEqualTypeOf<TaskValue<number>>();
      const sent = graph.job("send", Send, { args: { to: ["li", graph.params.day] } });
      // What may be absent is taken with another value in its place.
      graph.job("after", report, { args: { lines: orElse(sent.result.sent, 0) } });
      graph.job("sweep", sweep);
      graph.job("any", "billing.any", { args: { day: graph.params.day, deep: { a: [1] } } });

      // @ts-expect-error -- Another type than the job takes.
      graph.job("wrong-1", report, { args: { lines: one.result.note } });
      // @ts-expect-error -- It may be absent.
      graph.job("wrong-2", report, { args: { lines: sent.result.sent } });
      // @ts-expect-error -- The job wants arguments.
      graph.job("wrong-3", report);
      // @ts-expect-error -- The job returns no such value.
      graph.job("wrong-4", report, { args: { lines: one.result.rows } });
      // @ts-expect-error -- A number is compared with a text.
      gt(one.result.lines, "20");
      const branches = graph.condition("which", { yes: true }, { else: "no" });
      branches.branch("no");
      // @ts-expect-error -- There is no such branch.
      branches.branch("maybe");
      return { lines: one.result.lines, title: "x" };
    },
  );
  const calls = (trigger: TriggerJob) => ({
    whole: () => trigger(nightly, { day: "monday" }),
    refused: () => [
      // @ts-expect-error -- A parameter is missing.
      trigger(nightly, {}),
      // @ts-expect-error -- It is text.
      trigger(nightly, { day: 5 }),
    ],
  });
  expectTypeOf<ReturnType<ReturnType<typeof calls>["whole"]>>().toEqualTypeOf<
    Promise<StartedRun<{ readonly lines: number; readonly title: string }>>
  >();
  expectTypeOf<JsonValue>().not.toBeAny();
});

import type { JobLogLine } from "@mojob/core/ports";
import { expect, it } from "vitest";
import { after, job, TASK_START, TaskWalk } from "../../fixtures/task-walk.ts";
import { begunRuns, readNodeLines } from "./node-lines.ts";

const RUN = { id: "t", tenant: "default" };

function lineOf(seq: number, seconds: number): JobLogLine {
  const at = new Date(TASK_START.getTime() + seconds * 1000);
  return { tenant: "default", instanceId: "", seq, at, attempt: 1, level: "info", message: String(seq) };
}

/** Logs by the names of runs; counts what is read. */
function logsOf(logs: Readonly<Record<string, readonly JobLogLine[]>>) {
  const read: string[] = [];
  return {
    read,
    list: async (_: string, id: string, behind: number, limit: number) => {
      const name = id.slice(id.indexOf("#") + 1);
      read.push(name);
      return (logs[name] ?? []).filter(({ seq }) => seq > behind).slice(0, limit);
    },
  };
}

it("begunRuns() has every run in the order of their begin: items and repetitions, and whether their node was decided since", () => {
  const walk = new TaskWalk([job("a"), job("b", { ...after("a"), each: { items: "[1, 2]" } }), job("d")]);
  const shown = (node?: string): readonly string[] =>
    begunRuns(walk.log, node).map(({ name, endedAt }) => `${name} ${endedAt === null ? "open" : "over"}`);
  walk.end("a").end("b:0");
  expect(shown()).toEqual(["a over", "d open", "b:0 open", "b:1 open"]);
  walk.end("b:1", "Failed").ask({ type: "retryNode", node: "b" });
  expect(shown("b")).toEqual(["b:0 over", "b:1 over", "b:1+1 open"]);
});

it("readNodeLines() merges by time what was written at once, and reads logs of more lines than a page", async () => {
  const walk = new TaskWalk([job("a"), job("b")]);
  const many = Array.from({ length: 1200 }, (_, index) => lineOf(index + 1, index * 2));
  const odd = Array.from({ length: 3 }, (_, index) => lineOf(index + 1, index * 2 + 1));
  const { items, next } = await readNodeLines(
    RUN,
    walk.log,
    { limit: 5000 },
    { logs: logsOf({ a: many, b: odd }) },
  );
  expect(next).toBeNull();
  expect(items).toHaveLength(1203);
  const times = items.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(items.slice(0, 4).map(({ run, seq }) => `${run} ${seq}`)).toEqual(["a 1", "b 1", "a 2", "b 2"]);
});

it("readNodeLines() reads no run that began after the lines that are asked for, and none that had ended before", async () => {
  const walk = new TaskWalk([job("a"), job("b", after("a"))]);
  walk.wait(600_000).end("a");
  const logs = logsOf({ a: [lineOf(1, 1), lineOf(2, 2)], b: [lineOf(1, 601)] });
  const first = await readNodeLines(RUN, walk.log, { limit: 1 }, { logs });
  expect(first.items.map(({ run, seq }) => `${run} ${seq}`)).toEqual(["a 1"]);
  expect(logs.read).toContain("a");
  logs.read.length = 0;
  const at = new Date(TASK_START.getTime() + 700_000);
  const later = await readNodeLines(RUN, walk.log, { limit: 9, after: { at, skip: 0 } }, { logs });
  expect([later.items, logs.read]).toEqual([[], ["b"]]);
});

it("readNodeLines() goes on among lines of the same moment", async () => {
  const walk = new TaskWalk([job("a"), job("b")]);
  const same = [1, 2, 3].map((seq) => lineOf(seq, 5));
  const logs = logsOf({ a: same, b: same });
  const read: string[] = [];
  let place: Awaited<ReturnType<typeof readNodeLines>>["next"] = null;
  do {
    const query = { limit: 2, ...(place !== null && { after: place }) };
    // oxlint-disable-next-line no-await-in-loop -- each part begins behind the one before
    const part: Awaited<ReturnType<typeof readNodeLines>> = await readNodeLines(RUN, walk.log, query, {
      logs,
    });
    read.push(...part.items.map(({ run, seq }) => `${run} ${seq}`));
    place = part.next;
  } while (place !== null);
  expect(read).toEqual(["a 1", "a 2", "a 3", "b 1", "b 2", "b 3"]);
});

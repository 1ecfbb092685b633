import {
  defineTriggeredJob,
  type JobRegistration,
  jsonLog,
  type LogEntry,
  type LogSink,
  textLog,
  triggered,
  TriggeredJob,
} from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { afterEach, expect, it, vi } from "vitest";
import { startEmbedded } from "./embedded.ts";

afterEach(() => vi.restoreAllMocks());

const job = defineTriggeredJob({
  key: "shop.close",
  execute: (_args: unknown, { log }) => {
    log.info("counts the till");
    throw new Error("The till is short\nby 3");
  },
});

/** A class without a key, which is worth a warning. */
class Nameless extends TriggeredJob {
  static override readonly options = {};
  override execute(): void {}
}

async function linesOf(log: LogSink, ...more: readonly JobRegistration[]): Promise<readonly LogEntry[]> {
  const entries: LogEntry[] = [];
  const clock = createFakeClock();
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    jobs: [job, ...more],
    clock,
    inMemory: true,
    log: (entry) => {
      entries.push(entry);
      return log(entry);
    },
  });
  const { id } = await scheduler.trigger(job);
  await clock.advance(100);
  expect((await scheduler.instances.logs(id, 0, 100)).map(({ message }) => message)).toContain(
    "counts the till",
  );
  await close();
  return entries;
}

it("a sink takes the lines of runs and what the scheduler has to say, and nothing goes to the console", async () => {
  const onConsole = [vi.spyOn(console, "error"), vi.spyOn(console, "warn"), vi.spyOn(console, "log")];
  const [warning, line, failure, ...more] = await linesOf(() => {}, triggered(Nameless));
  const run = {
    tenant: "default",
    jobKey: "shop.close",
    instanceId: expect.any(String) as string,
    attempt: 1,
  };
  expect(warning).toMatchObject({ level: "warn", message: expect.stringContaining("Nameless") as string });
  expect(warning).not.toHaveProperty("run");
  expect(line).toMatchObject({ level: "info", message: "counts the till", run });
  expect(failure).toMatchObject({
    level: "error",
    message: expect.stringContaining("The till is short") as string,
    run,
    error: expect.objectContaining({ message: "The till is short\nby 3" }) as Error,
  });
  expect(more).toEqual([]);
  for (const spy of onConsole) expect(spy).not.toHaveBeenCalled();
});

it("jsonLog writes an object a line, and textLog a line for people", async () => {
  const written = vi.spyOn(console, "log").mockImplementation(() => {});
  await linesOf(jsonLog);
  const objects = written.mock.calls.map(([text]) => JSON.parse(String(text)) as Record<string, unknown>);
  expect(objects[0]).toMatchObject({
    level: "info",
    message: "counts the till",
    job: "shop.close",
    attempt: 1,
  });
  expect(objects[1]).toMatchObject({
    level: "error",
    stack: expect.stringContaining("log.test.ts") as string,
  });
  written.mockClear();
  await linesOf(textLog);
  expect(String(written.mock.calls[0]?.[0])).toMatch(/^\S+ INFO {2}shop\.close \S+ #1: counts the till$/);
});

it("a sink that throws ends nothing, and is said on the console", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const entries = await linesOf(({ run }) => {
    if (run !== undefined) throw new Error("disk full");
  });
  expect(entries).toHaveLength(2);
  expect(said.mock.calls.map(([text]) => String(text))).toContainEqual(expect.stringContaining("disk full"));
});

it("a hook of one's own comes before the sink", async () => {
  const entries: LogEntry[] = [];
  const ended: string[] = [];
  const clock = createFakeClock();
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    jobs: [job],
    clock,
    inMemory: true,
    log: (entry) => entries.push(entry),
    hooks: { onRunEnd: ({ outcome }) => ended.push(outcome) },
  });
  await scheduler.trigger(job);
  await clock.advance(100);
  expect([ended, entries.map(({ level }) => level)]).toEqual([["failed"], ["info"]]);
  await close();
});

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectScheduler } from "@mojob/client";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const PROGRAM = fileURLToPath(new URL("../fixtures/ending-program.ts", import.meta.url));
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";
const headers = { authorization: `Bearer ${TOKEN}` };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "mojob-ending-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a stream of events; `until` resolves once a text has come, and `rest` to all of it once the server has ended it. */
async function readEvents(url: string) {
  const response = await fetch(`${url}/api/v1/events?topics=instances`, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let seen = "";
  const more = async (): Promise<boolean> => {
    const { done, value = "" } = await reader.read();
    seen += value;
    return !done;
  };
  return {
    async until(text: string): Promise<void> {
      // Each piece comes after the one before.
      // oxlint-disable-next-line no-await-in-loop
      while (!seen.includes(text)) if (!(await more())) throw new Error(`The stream ended before "${text}"`);
    },
    async rest(): Promise<string> {
      // oxlint-disable-next-line no-await-in-loop
      while (await more());
      return seen;
    },
  };
}

describe.each([NODE, BUN, DENO])("a process on $name that is asked to end while a job runs", (runtime) => {
  it("serves its API and its streams until the run has ended, sends the end, and keeps what was triggered", async () => {
    const file = join(folder, `${runtime.name}.db`);
    await using program = spawnProgram(runtime, PROGRAM, { args: [file] });
    const url = (await program.line(/^listening /)).slice("listening ".length);
    const scheduler = connectScheduler({ url, token: TOKEN });
    const events = await readEvents(url);
    const run = await scheduler.trigger("slow", null);
    await events.until('"Processing"');
    const result = run.result();
    program.signal("SIGTERM");
    const late = await scheduler.trigger("greet", "Ada");
    expect((await fetch(`${url}/readyz`, { headers })).status).toBe(200);
    expect(await result).toBe("finished");
    expect(await events.rest()).toMatch(/"Succeeded"/);
    expect(await program.exit, program.output()).toEqual({ code: 0, signal: null });

    await using again = spawnProgram(runtime, PROGRAM, { args: [file] });
    const next = connectScheduler({
      url: (await again.line(/^listening /)).slice("listening ".length),
      token: TOKEN,
    });
    expect(await next.result(late.id)).toBe("Hello Ada");
    const ended = await next.instances.get(run.id);
    expect(ended).toMatchObject({ state: "Succeeded", attempt: 1 });
  });
});

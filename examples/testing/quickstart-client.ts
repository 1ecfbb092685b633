import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { InstanceEventJson, InstanceJson } from "@mojob/http";
import { type RuntimeUnderTest, spawnExample, type SpawnedProgram } from "./spawned-program.ts";

/** The quickstart running, and its API as a client sees it. */
export interface QuickstartClient extends AsyncDisposable {
  readonly program: SpawnedProgram;
  readonly url: string;
  /** Starts a job and answers the run. */
  trigger(jobKey: string, args: object): Promise<InstanceJson>;
  /** The answer to a request below `/api/v1`; a body makes it a POST. */
  call(path: string, body?: object): Promise<Response>;
  /** Resolves with the run once an event said that it is so. */
  when(id: string, isSo: (run: InstanceEventJson) => boolean): Promise<InstanceJson>;
  /** As `when` it has ended, however it ended. */
  ended(id: string): Promise<InstanceJson>;
}

const ENDED: readonly string[] = ["Succeeded", "Terminated", "Cancelled", "Skipped"];

/** Starts the quickstart as `npm start` does and waits until it says where its API is. */
export async function startQuickstart(
  runtime: RuntimeUnderTest,
  env: Readonly<Record<string, string>> = {},
): Promise<QuickstartClient> {
  const program = spawnExample(runtime, "quickstart/main.ts", { MOJOB_PORT: "0", ...env });
  const announced = await program.line(/^ {2}API +http/);
  await program.line(/^Ctrl-C/);
  const base = announced.replace(/^ *API +/, "");

  const call = (path: string, body?: object): Promise<Response> =>
    fetch(base + path, {
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
  const read = async (id: string): Promise<InstanceJson> =>
    (await (await call(`/instances/${encodeURIComponent(id)}`)).json()) as InstanceJson;

  const left = new AbortController();
  const watched = await watchInstances(
    await fetch(`${base}/events?topics=instances`, { signal: left.signal }),
  );
  const when: QuickstartClient["when"] = async (id, isSo) => {
    await watched(id, isSo);
    return read(id);
  };

  return {
    program,
    url: base.replace(/\/api\/v1$/, ""),
    call,
    async trigger(jobKey, args) {
      const response = await call(`/jobs/${jobKey}/instances`, { args });
      const body = await response.text();
      if (response.status !== 202) throw new Error(`${response.status} ${body}`);
      return (JSON.parse(body) as { instance: InstanceJson }).instance;
    },
    when,
    ended: (id) => when(id, ({ state }) => ENDED.includes(state)),
    async [Symbol.asyncDispose]() {
      left.abort();
      await program[Symbol.asyncDispose]();
    },
  };
}

type Watched = (id: string, isSo: (run: InstanceEventJson) => boolean) => Promise<void>;

/** Follows the API's live events; what was said before somebody asks counts too. */
async function watchInstances(events: Response): Promise<Watched> {
  if (events.body === null) throw new Error("The event stream has no body");
  const seen: InstanceEventJson[] = [];
  const waiting = new Set<() => void>();
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const lines = createInterface(Readable.fromWeb(events.body as never));
  // The stream ends with the program or with the test.
  lines.on("error", () => {});
  lines.on("line", (line) => {
    if (line === "event: ready") resolve();
    if (!line.startsWith("data: ")) return;
    const { items = [] } = JSON.parse(line.slice("data: ".length)) as { items?: InstanceEventJson[] };
    seen.push(...items);
    for (const check of waiting) check();
  });
  await ready;
  return (id, isSo) =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!seen.some((run) => run.id === id && isSo(run))) {
          waiting.add(check);
          return;
        }
        waiting.delete(check);
        resolve();
      };
      check();
    });
}

import type { InstanceJson } from "@mojob/http";
import type { SpawnedProgram } from "@mojob/test-services/spawned-program";
import { startBearer } from "@mojob/test-services/start-token";
import { vi } from "vitest";

/** The quickstart running, and its API as a client sees it. */
export interface QuickstartClient extends AsyncDisposable {
  readonly program: SpawnedProgram;
  readonly url: string;
  /** Starts a job and resolves to the run. */
  trigger(jobKey: string, args: object): Promise<InstanceJson>;
  /** The JSON of the response to a request below `/api/v1`, with the token of the start; a body makes it a POST. */
  call<T>(path: string, body?: object): Promise<T>;
  /** Resolves with the run once it is so; rejects with what it is when that takes too long. */
  when(id: string, isSo: (run: InstanceJson) => boolean): Promise<InstanceJson>;
  /** Resolves with the run once its job's code runs. */
  begun(id: string): Promise<InstanceJson>;
  /** Resolves with the run once it has ended, however it ended. */
  ended(id: string): Promise<InstanceJson>;
}

const ENDED: readonly string[] = ["Succeeded", "Terminated", "Cancelled", "Skipped"];

/** Waits until the quickstart says where its API is. */
export async function quickstartClient(program: SpawnedProgram): Promise<QuickstartClient> {
  const announced = await program.line(/^ {2}API +http/);
  await program.line(/^Ctrl-C/);
  const base = announced.replace(/^ *API +/, "");
  const [, tokenFile] = /^ {2}Token +in (.+);/m.exec(program.output()) ?? [];
  const bearer = tokenFile === undefined ? {} : await startBearer(tokenFile);

  async function call<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(base + path, {
      headers: { "content-type": "application/json", ...bearer },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    return (await response.json()) as T;
  }

  const when: QuickstartClient["when"] = (id, isSo) =>
    vi.waitFor(
      async () => {
        const run = await call<InstanceJson>(`/instances/${encodeURIComponent(id)}`);
        if (!isSo(run)) throw new Error(`Run "${id}" is ${JSON.stringify(run)}`);
        return run;
      },
      { timeout: 60_000, interval: 10 },
    );

  return {
    program,
    url: base.replace(/\/api\/v1$/, ""),
    call,
    when,
    trigger: async (jobKey, args) => {
      const { instance } = await call<{ instance: InstanceJson }>(`/jobs/${jobKey}/instances`, { args });
      return instance;
    },
    begun: (id) => when(id, ({ state }) => state === "Processing"),
    ended: (id) => when(id, ({ state }) => ENDED.includes(state)),
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

import { setTimeout as wait } from "node:timers/promises";
import type { Instance } from "../app/api/operations.generated.ts";
import { WAIT_MS } from "./patience.ts";

/** Makes runs to look at. */
export interface RunClient {
  trigger(jobKey: string, body?: object): Promise<Instance>;
  get(id: string): Promise<Instance>;
  /** Resolves once the run is as wanted. */
  until(id: string, isWanted: (run: Instance) => boolean): Promise<Instance>;
  post(path: string, body: object): Promise<unknown>;
  /** Changes a job, whichever client changed it before. */
  change(jobKey: string, patch: object): Promise<unknown>;
  count(query: string): Promise<number>;
}

const EVERY_MS = 50;

/** The path of a run's page. */
export function pathOf(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}

export function createRunClient(url: string): RunClient {
  const call = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1/${path}`, init);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const client: RunClient = {
    async trigger(jobKey, body = {}) {
      const answer = await client.post(`jobs/${encodeURIComponent(jobKey)}/instances`, body);
      return (answer as { instance: Instance }).instance;
    },
    get: async (id) => (await call(`instances/${encodeURIComponent(id)}`)) as Instance,
    async until(id, isWanted) {
      for (const until = Date.now() + WAIT_MS; Date.now() < until;) {
        const run = await client.get(id);
        if (isWanted(run)) return run;
        await wait(EVERY_MS);
      }
      throw new Error(`Run "${id}" did not become as wanted`);
    },
    post: (path, body) =>
      call(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "Content-Type": "application/json" },
      }),
    change: (jobKey, patch) =>
      call(`jobs/${encodeURIComponent(jobKey)}`, {
        method: "PATCH",
        body: JSON.stringify(patch),
        headers: { "Content-Type": "application/json", "If-Match": "*" },
      }),
    async count(query) {
      const { count } = (await call(`instances?limit=1&count=capped&${query}`)) as { count: number };
      return count;
    },
  };
  return client;
}

import { expect } from "vitest";
import type { ApiAnswer } from "./api-client.ts";
import type { Deployment, RunJson } from "./deployment.ts";

export interface TaskJson {
  readonly phase: string;
  readonly version: number;
  readonly nodes: readonly {
    readonly id: string;
    readonly status: string | null;
    readonly isTakenOver: boolean;
  }[];
}

/** What tests ask of tasks through the API. */
export class TaskCalls {
  readonly #deployment: Deployment;

  constructor(deployment: Deployment) {
    this.#deployment = deployment;
  }

  /** Stores a task; fails unless it was accepted. */
  async create(key: string, body: object, more: object = {}): Promise<void> {
    const work = { kind: "task", body: { engine: 1, ...body } };
    const job = { key, app: "behaviour", kind: "triggered", ...more, work };
    const { status, body: answer } = await this.#deployment.api.call("POST", "/jobs", job);
    expect([status, answer]).toEqual([201, expect.anything()]);
  }

  /** What stands below a run: `/task`, `/children`. */
  call<Body>(
    method: string,
    id: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ApiAnswer<Body>> {
    return this.#deployment.api.call(method, `/instances/${encodeURIComponent(id)}${path}`, body, headers);
  }

  async read(id: string): Promise<TaskJson> {
    return (await this.call<{ task: TaskJson }>("GET", id, "/task")).body.task;
  }

  /** The states of its nodes by their ids. */
  async nodes(id: string): Promise<Readonly<Record<string, string | null>>> {
    return Object.fromEntries((await this.read(id)).nodes.map((node) => [node.id, node.status]));
  }

  async runs(id: string): Promise<readonly RunJson[]> {
    return (await this.call<{ items: readonly RunJson[] }>("GET", id, "/children")).body.items;
  }

  /** The one run under way that a job of this key has in a task. */
  running(id: string, jobKey: string): Promise<RunJson> {
    return this.#deployment.until(`a run of "${jobKey}" within "${id}"`, async () => {
      const [run, ...others] = (await this.runs(id)).filter(
        (one) => one.jobKey === jobKey && one.state === "Processing",
      );
      return others.length === 0 && run;
    });
  }
}

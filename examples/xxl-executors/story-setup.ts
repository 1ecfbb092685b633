import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { NODE, type SpawnedProgram, spawnCommand, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { resolveXxlClient, type XxlClient } from "@mojob/test-services/xxl-clients";

const SCHEDULER = fileURLToPath(new URL("./scheduler.ts", import.meta.url));
const ADMIN = "feedfacefeedface00112233";
const TOKEN = "9d1c5e07b3f84a26";

/** The executors of one app name, one for each client that is named. */
export interface StoryGroup {
  readonly app: string;
  readonly clients: readonly XxlClient[];
}

interface Node {
  readonly app: string;
  readonly client: XxlClient;
  readonly port: number;
}

export interface Run {
  readonly id: string;
  readonly state: string;
  readonly result: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly attempt: number;
}

interface ShownWorker {
  readonly address?: string | null;
  readonly labels: Readonly<Record<string, string>>;
}

/** A scheduler and executors in processes of their own, on this machine. */
export class StorySetup implements AsyncDisposable {
  readonly folder: string;
  readonly #port: number;
  readonly #nodes: readonly Node[];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #programs: SpawnedProgram[] = [];
  #scheduler: SpawnedProgram | null = null;
  /** How many jobs were made. */
  #jobs = 0;

  private constructor(
    folder: string,
    port: number,
    nodes: readonly Node[],
    environment: Readonly<Record<string, string>>,
  ) {
    this.folder = folder;
    this.#environment = environment;
    this.#port = port;
    this.#nodes = nodes;
  }

  /**
   * Starts all of it, and waits until the executors are shown.
   * @param environment of the scheduler; without it, it is embedded on SQLite
   */
  static async open(
    groups: readonly StoryGroup[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<StorySetup> {
    const wanted = groups.flatMap(({ app, clients }) => clients.map((client) => ({ app, client })));
    const [port, ...ports] = await freeLowPorts(1 + wanted.length);
    const nodes = wanted.map((node, index) => ({ ...node, port: ports[index] as number }));
    const folder = await mkdtemp(join(tmpdir(), "mojob-xxl-"));
    const embedded = { MOJOB_STORE: `sqlite:${join(folder, "mojob.db")}`, MOJOB_WHEN_HELD: "wait" };
    const place = new StorySetup(folder, port as number, nodes, environment ?? embedded);
    try {
      await place.startScheduler();
      await place.#startExecutors();
      return place;
    } catch (error) {
      await place[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The app that has one executor of this client: its address is configured, so that it need not register a second time. */
  static aloneApp(client: XxlClient): string {
    return `only-${client.replace(" ", "-")}`;
  }

  /** Starts the scheduler, where it does not run. */
  async startScheduler(): Promise<void> {
    if (this.#scheduler !== null) return;
    const shared = { token: TOKEN, glue: true };
    const apps = Object.fromEntries(
      this.#nodes.flatMap(({ app, client, port }) => [
        [app, { ...shared, addresses: ["127.0.0.1"] }],
        [StorySetup.aloneApp(client), { ...shared, executors: [`http://127.0.0.1:${port}/`] }],
      ]),
    );
    const scheduler = spawnProgram(NODE, SCHEDULER, {
      env: {
        MOJOB_PORT: String(this.#port),
        MOJOB_APP: "shop",
        MOJOB_TOKEN: ADMIN,
        ...this.#environment,
        MOJOB_XXL: JSON.stringify(apps),
      },
    });
    this.#scheduler = scheduler;
    this.#programs.push(scheduler);
    await scheduler.line(/panel: http/);
  }

  /** As a machine that fails does: it says nothing to anybody. */
  async killScheduler(): Promise<void> {
    this.#scheduler?.signal("SIGKILL");
    await this.#scheduler?.exit;
    this.#scheduler = null;
  }

  async #startExecutors(): Promise<void> {
    const started: SpawnedProgram[] = [];
    for (const { app, client, port } of this.#nodes) {
      const { program, args, environment } = await resolveXxlClient(client);
      const env = {
        ...environment,
        XXL_ADMIN: `http://127.0.0.1:${this.#port}/xxl-job-admin`,
        XXL_TOKEN: TOKEN,
        XXL_APP: app,
        XXL_PORT: String(port),
        XXL_FOLDER: await mkdtemp(join(this.folder, "executor-")),
      };
      const one = spawnCommand(program, args, { env });
      started.push(one);
      this.#programs.push(one);
    }
    await until("the executors to register", async () => {
      const ended = started.find(({ output }) =>
        /Address already in use|Traceback|error: compilation/.test(output()),
      );
      if (ended !== undefined) throw new Error(ended.output());
      const shown = await this.#workers();
      return this.#nodes.every(({ app, port }) =>
        shown.some(({ address, labels }) => labels["xxlApp"] === app && address?.includes(`:${port}/`)),
      );
    });
  }

  async #workers(): Promise<readonly ShownWorker[]> {
    return (await this.#call<{ items: readonly ShownWorker[] }>("GET", "/workers")).items;
  }

  /** The job runs on the executors of the app. */
  async createJob(app: string, handler: string, options: object = {}, work: object = {}): Promise<string> {
    // Another one for each try of a test.
    const key = `shop.${app}.${handler}.${(this.#jobs += 1)}`;
    const job = {
      key,
      app: "shop",
      kind: "triggered",
      options,
      work: { kind: "xxl", appName: app, handler, ...work },
    };
    // On a busy machine an executor may be silent for so long that it does not count until its next heartbeat.
    return until(`job ${key} to be created`, () =>
      this.#call("POST", "/jobs", job).then(
        () => key,
        (error: unknown) => {
          if (String(error).includes("must be a kind that a worker")) return null;
          throw error;
        },
      ),
    );
  }

  /** Keeps a new version of a job's source text, which the next run is sent. */
  async saveSource(jobKey: string, source: string, expectedVersion: number): Promise<void> {
    const path = `/jobs/${encodeURIComponent(jobKey)}/script/versions`;
    await this.#call("POST", path, { source, expectedVersion });
  }

  async trigger(jobKey: string, args: unknown = null): Promise<string> {
    const path = `/jobs/${encodeURIComponent(jobKey)}/instances`;
    return (await this.#call<{ instance: Run }>("POST", path, { args })).instance.id;
  }

  run(id: string): Promise<Run> {
    return this.#call("GET", `/instances/${encodeURIComponent(id)}`);
  }

  cancel(id: string): Promise<unknown> {
    return this.#call("POST", `/instances/${encodeURIComponent(id)}/cancel`, {});
  }

  ended(id: string): Promise<Run> {
    return until(`run ${id} to end`, async () => {
      const run = await this.run(id);
      return ["Succeeded", "Terminated", "Cancelled", "Skipped"].includes(run.state) ? run : null;
    });
  }

  async log(id: string): Promise<string> {
    const path = `/instances/${encodeURIComponent(id)}/logs?limit=500`;
    const { items } = await this.#call<{ items: { message: string }[] }>("GET", path);
    return items.map(({ message }) => message).join("\n");
  }

  /** Resolves to the log when it has this text. */
  logged(id: string, text: string): Promise<string> {
    return until(`"${text}" in the log of ${id}`, async () => {
      const log = await this.log(id);
      return log.includes(text) ? log : null;
    });
  }

  async #call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`http://127.0.0.1:${this.#port}/api/v1${path}`, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${ADMIN}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? null : JSON.parse(text)) as Body;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs) await program[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }
}

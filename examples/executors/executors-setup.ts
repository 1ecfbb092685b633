import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ExecutorProgram } from "@mojob/test-services/executor-clients";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { NODE, type SpawnedProgram, spawnCommand, spawnProgram } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { ExecutorLink } from "./executor-link.ts";

const SCHEDULER = fileURLToPath(new URL("./scheduler.ts", import.meta.url));
const ADMIN = "feedfacefeedface00112233";
const TOKEN = "c0ffee00c0ffee11c0ffee22";

export interface Run {
  readonly id: string;
  readonly state: string;
  readonly attempt: number;
  readonly worker: string | null;
  readonly result: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly progress: { readonly message: string } | null;
  readonly history: readonly { readonly reason: { readonly code: string } | null }[];
}

interface ShownWorker {
  readonly id: string;
  readonly app: string;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly load: { readonly processor: number | null; readonly memoryBytes: number | null } | null;
}

/** A scheduler and workers in processes of their own, on this machine. */
export class ExecutorsSetup implements AsyncDisposable {
  readonly #folder: string;
  readonly #url: string;
  readonly #port: number;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #programs: SpawnedProgram[] = [];
  /** What workers reach the scheduler through. */
  readonly link: ExecutorLink;
  #scheduler: SpawnedProgram | null = null;

  private constructor(
    folder: string,
    port: number,
    environment: Readonly<Record<string, string>>,
    link: ExecutorLink,
  ) {
    this.link = link;
    this.#folder = folder;
    this.#environment = environment;
    this.#port = port;
    this.#url = `http://127.0.0.1:${port}`;
  }

  /** @param environment of the scheduler; without it, it is embedded on SQLite */
  static async open(environment?: Readonly<Record<string, string>>): Promise<ExecutorsSetup> {
    const [port] = await freeLowPorts(1);
    const folder = await mkdtemp(join(tmpdir(), "mojob-executors-"));
    const embedded = { MOJOB_STORE: `sqlite:${join(folder, "mojob.db")}`, MOJOB_WHEN_HELD: "wait" };
    const link = await ExecutorLink.open(port as number);
    const place = new ExecutorsSetup(folder, port as number, environment ?? embedded, link);
    await place.startScheduler();
    return place;
  }

  async startScheduler(): Promise<void> {
    this.#scheduler = this.#started(
      spawnProgram(NODE, SCHEDULER, {
        env: {
          MOJOB_PORT: String(this.#port),
          ...this.#environment,
          MOJOB_TOKEN: ADMIN,
          MOJOB_EXECUTORS: JSON.stringify({ shop: [TOKEN] }),
        },
      }),
    );
    await this.#scheduler.line(/panel: http/);
  }

  async killScheduler(): Promise<void> {
    this.#scheduler?.signal("SIGKILL");
    await this.#scheduler?.exit;
  }

  /** A file of its own, which is not there yet. */
  file(name: string): string {
    return join(this.#folder, name);
  }

  /** Registers a key of the app's executors; resolves to the environment of a worker that signs with it and has no token. */
  async createKey(): Promise<Readonly<Record<string, string>>> {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519", {
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
      publicKeyEncoding: { type: "spki", format: "pem" },
    });
    const file = join(this.#folder, "worker.pem");
    await writeFile(file, privateKey, { mode: 0o600 });
    const path = "/apps/shop/executor-keys";
    const { keyid } = await this.#call<{ readonly keyid: string }>("POST", path, { publicKey });
    return { MOJOB_EXECUTOR_KEY_FILE: file, MOJOB_EXECUTOR_KEYID: keyid };
  }

  /** Starts a worker, and waits until it is shown. */
  async startWorker(
    { program, args, environment }: ExecutorProgram,
    credential: Readonly<Record<string, string>> = { MOJOB_EXECUTOR_TOKEN: TOKEN },
  ): Promise<SpawnedProgram> {
    const known = new Set(await this.workers());
    const env = { ...environment, MOJOB_URL: this.link.url, ...credential };
    const worker = this.#started(spawnCommand(program, args, { env }));
    // By its id: those of a worker that was killed are shown for a while.
    await until("the worker is shown", async () => (await this.workers()).some((id) => !known.has(id)));
    return worker;
  }

  /** Ids of the workers that are there. */
  async workers(): Promise<readonly string[]> {
    return (await this.#workers()).map(({ id }) => id);
  }

  /** What each worker says of itself. */
  described(): Promise<readonly ShownWorker[]> {
    return this.#workers();
  }

  async #workers(): Promise<readonly ShownWorker[]> {
    const { items } = await this.#call<{ readonly items: readonly ShownWorker[] }>("GET", "/workers");
    return items.filter(({ app }) => app === "shop");
  }

  async createJob(key: string, handler: string): Promise<void> {
    await this.#call("POST", "/jobs", {
      key,
      app: "shop",
      kind: "triggered",
      work: { kind: "code", handler },
    });
  }

  /** Triggers a job; resolves to the run's id. */
  async trigger(key: string, args: unknown): Promise<string> {
    const path = `/jobs/${encodeURIComponent(key)}/instances`;
    const { instance } = await this.#call<{ readonly instance: Run }>("POST", path, { args });
    return instance.id;
  }

  run(id: string): Promise<Run> {
    return this.#call("GET", `/instances/${id}`);
  }

  cancel(id: string): Promise<unknown> {
    return this.#call("POST", `/instances/${id}/cancel`, {});
  }

  async setOptions(key: string, options: object): Promise<void> {
    const path = `/jobs/${encodeURIComponent(key)}`;
    await this.#call("PATCH", path, options, { "If-Match": "*" });
  }

  async log(id: string): Promise<readonly string[]> {
    const { items } = await this.#call<{ readonly items: readonly { readonly message: string }[] }>(
      "GET",
      `/instances/${id}/logs`,
    );
    return items.map(({ message }) => message);
  }

  /** The run once its worker has begun it. */
  async begun(id: string): Promise<void> {
    await until(`run ${id} has begun`, async () => (await this.log(id)).length > 0);
  }

  ended(id: string): Promise<Run> {
    return until(`run ${id} has ended`, async () => {
      const run = await this.run(id);
      return ["Succeeded", "Terminated", "Cancelled"].includes(run.state) && run;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const program of this.#programs.toReversed()) await program[Symbol.asyncDispose]();
    await this.link[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #started(program: SpawnedProgram): SpawnedProgram {
    this.#programs.push(program);
    return program;
  }

  async #call<Answer>(method: string, path: string, body?: object, headers: object = {}): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${ADMIN}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
}

import { fileURLToPath } from "node:url";
import {
  type RuntimeUnderTest,
  type SpawnedProgram,
  spawnProgram,
} from "@mojob/test-services/spawned-program";
import { wrongDate } from "../faults/wrong-date.ts";
import { startTcpProxy, type TcpProxy } from "../faults/tcp-proxy.ts";
import type { ProgramSettings } from "../programs/program-settings.ts";

export type MemberKind = "control-plane" | "worker" | "embedded";

export interface MemberOptions {
  readonly kind: MemberKind;
  readonly index: number;
  readonly runtime: RuntimeUnderTest;
  readonly mongodb: { readonly port: number; readonly database: string };
  readonly temporal: { readonly port: number; readonly namespace: string } | null;
  readonly settings: Omit<ProgramSettings, "name" | "mongodb" | "temporal">;
  /** Its clock is this much ahead of the machine's. */
  readonly clockAheadMs: number;
  /** Hears that a life has ended. */
  readonly onDeath: (life: string) => void;
  /** Hears which executor a life is. */
  readonly onExecutor: (executorId: string, life: string) => void;
}

/** One place in the cluster: a process that is killed and started again, and its own links to the servers. */
export class Member {
  readonly store: TcpProxy;
  readonly temporal: TcpProxy | null;
  readonly #options: MemberOptions;
  #lives = 0;
  #program: SpawnedProgram | null = null;
  #failPoint: ProgramSettings["failPoint"] = null;
  /** What the lives before this one said. */
  readonly #said: string[] = [];

  private constructor(options: MemberOptions, store: TcpProxy, temporal: TcpProxy | null) {
    this.#options = options;
    this.store = store;
    this.temporal = temporal;
  }

  static async open(options: MemberOptions): Promise<Member> {
    const store = await startTcpProxy(options.mongodb.port);
    const temporal = options.temporal === null ? null : await startTcpProxy(options.temporal.port);
    return new Member(options, store, temporal);
  }

  get name(): string {
    return `${this.#options.kind}-${this.#options.index}`;
  }

  get port(): number {
    return this.#options.settings.port;
  }

  get isRunning(): boolean {
    return this.#program !== null;
  }

  get pid(): number | null {
    return this.#program?.pid ?? null;
  }

  get lives(): number {
    return this.#lives;
  }

  get output(): string {
    return [...this.#said, this.#program?.output() ?? ""].join("\n");
  }

  /** The next life dies at this point. */
  dieAt(failPoint: ProgramSettings["failPoint"]): void {
    this.#failPoint = failPoint;
  }

  /** Begins a life; resolves when it says that it is ready, or has ended before that. */
  async start(): Promise<void> {
    if (this.#program !== null) return;
    const { kind, runtime, mongodb, temporal, settings, onDeath, onExecutor } = this.#options;
    this.#lives += 1;
    const life = `${this.name}.${this.#lives}`;
    const told: ProgramSettings = {
      ...settings,
      name: life,
      failPoint: this.#failPoint,
      mongodb: `mongodb://127.0.0.1:${this.store.port}/${mongodb.database}?directConnection=true`,
      temporal:
        temporal === null || this.temporal === null
          ? null
          : { address: `127.0.0.1:${this.temporal.port}`, namespace: temporal.namespace },
    };
    this.#failPoint = null;
    const path = fileURLToPath(new URL(`../programs/${kind}.ts`, import.meta.url));
    const program = spawnProgram(runtime, path, {
      args: [JSON.stringify(told)],
      env: wrongDate(this.#options.clockAheadMs),
    });
    this.#program = program;
    void program.exit.then(({ code, signal }) => {
      this.#said.push(program.output(), `${life} ended (${signal ?? code})`);
      if (this.#program === program) this.#program = null;
      onDeath(life);
    });
    const ready = await program.line(/^ready /).catch(() => null);
    if (ready === null) return;
    const { executorId } = JSON.parse(ready.slice("ready ".length)) as { executorId: string | null };
    if (executorId !== null) onExecutor(executorId, life);
  }

  /** Begins lives until one of them gets ready: what it needs may be away. */
  async startForSure(): Promise<void> {
    for (let tries = 0; tries < 20 && !this.isRunning; tries += 1) await this.start();
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  async terminate(): Promise<number | null> {
    return this.#end("SIGTERM");
  }

  /** Resolves when this life has ended by itself. */
  async ended(): Promise<void> {
    await this.#program?.exit;
  }

  freeze(): void {
    this.#program?.signal("SIGSTOP");
  }

  thaw(): void {
    this.#program?.signal("SIGCONT");
  }

  heal(): void {
    this.store.heal();
    this.temporal?.heal();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.store.close();
    await this.temporal?.close();
  }

  async #end(name: NodeJS.Signals): Promise<number | null> {
    const program = this.#program;
    if (program === null) return null;
    program.signal(name);
    const { code } = await program.exit;
    return code;
  }
}

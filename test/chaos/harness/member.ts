import { fileURLToPath } from "node:url";
import {
  type RuntimeUnderTest,
  type SpawnedProgram,
  spawnProgram,
} from "@mojob/test-services/spawned-program";
import { wrongDate } from "../faults/wrong-date.ts";
import { startTcpProxy, type TcpProxy } from "../faults/tcp-proxy.ts";
import type { ChaosStore } from "./chaos-store.ts";
import type { ProgramSettings, ReadyNote } from "../programs/program-settings.ts";

export type MemberKind = "control-plane" | "worker" | "embedded";

export interface MemberOptions {
  readonly kind: MemberKind;
  readonly index: number;
  readonly runtime: RuntimeUnderTest;
  readonly store: Pick<ChaosStore, "port" | "address">;
  readonly temporal: { readonly port: number; readonly namespace: string } | null;
  readonly settings: Omit<ProgramSettings, "name" | "store" | "temporal">;
  /** Its clock is this much ahead of the machine's. */
  readonly clockAheadMs: number;
  /** Hears that a life has ended. */
  readonly onDeath: (life: string) => void;
  /** Hears which executor a life is. */
  readonly onExecutor: (executorId: string, life: string) => void;
}

/** One place in the cluster: a process that is killed and started again, and its own links to the servers. */
export class Member {
  /** `null` where the store is no server. */
  readonly store: TcpProxy | null;
  readonly temporal: TcpProxy | null;
  readonly #options: MemberOptions;
  #lives = 0;
  #program: SpawnedProgram | null = null;
  #url: string | null = null;
  #failPoint: ProgramSettings["failPoint"] = null;
  /** The output of the processes before this one. */
  readonly #said: string[] = [];

  private constructor(options: MemberOptions, store: TcpProxy | null, temporal: TcpProxy | null) {
    this.#options = options;
    this.store = store;
    this.temporal = temporal;
  }

  static async open(options: MemberOptions): Promise<Member> {
    const store = options.store.port === null ? null : await startTcpProxy(options.store.port);
    const temporal = options.temporal === null ? null : await startTcpProxy(options.temporal.port);
    return new Member(options, store, temporal);
  }

  get name(): string {
    return `${this.#options.kind}-${this.#options.index}`;
  }

  /** Where its API is; `null` while it has none. Each life has another: the one before may belong to another process by now. */
  get url(): string | null {
    return this.#url;
  }

  get isRunning(): boolean {
    return this.#program !== null;
  }

  get pid(): number | null {
    return this.#program?.pid ?? null;
  }

  /** The name of the process that runs now, as the ledger has it. */
  get life(): string {
    return `${this.name}.${this.#lives}`;
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
    const { kind, runtime, store, temporal, settings, onDeath, onExecutor } = this.#options;
    this.#lives += 1;
    const { life } = this;
    const told: ProgramSettings = {
      ...settings,
      name: life,
      failPoint: this.#failPoint,
      store: store.address(this.store?.port ?? null),
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
      if (this.#program === program) {
        this.#program = null;
        this.#url = null;
      }
      onDeath(life);
    });
    const ready = await program.line(/^ready /).catch(() => null);
    if (ready === null) return;
    const { executorId, url } = JSON.parse(ready.slice("ready ".length)) as ReadyNote;
    if (this.#program === program) this.#url = url;
    if (executorId !== null) onExecutor(executorId, life);
  }

  /** Starts processes until one of them gets ready, because its servers may be unavailable. */
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
    this.store?.heal();
    this.temporal?.heal();
  }

  async close(): Promise<void> {
    await this.kill();
    await this.store?.close();
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

import { type ChildProcess, spawn } from "node:child_process";
import { env, execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { ownEnd, type OwnEnd } from "../own-end.ts";
import { onLines } from "./on-lines.ts";
import type { SqliteReply, SqliteRequest } from "./sqlite-protocol.ts";

/** The published package is JavaScript, the sources are not. */
const ENDING = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
const PROGRAM = fileURLToPath(new URL(`./sqlite-process${ENDING}`, import.meta.url));
/** All that the process needs of the worker's environment, which may have secrets. */
const PASSED: readonly string[] = [
  "PATH",
  "HOME",
  "LANG",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SYSTEMROOT",
  "DENO_DIR",
];

/** A process of this runtime that executes statements, from the worker's side. One request is under way at a time. */
export class SqliteLink {
  readonly #child: ChildProcess;
  readonly #closed: OwnEnd<void> = ownEnd();
  #reply: OwnEnd<SqliteReply> | null = null;
  #isOver = false;

  constructor() {
    this.#child = spawn(execPath, wordsOf(), {
      stdio: ["pipe", "pipe", "ignore"],
      env: { ...environment(), NODE_NO_WARNINGS: "1" },
      windowsHide: true,
    });
    const { stdin, stdout } = this.#child;
    // An end in the middle of a write says so here too.
    stdin?.on("error", () => this.#end());
    for (const end of ["error", "close"] as const)
      this.#child.on(end, () => {
        this.#end();
        this.#closed.resolve();
      });
    if (stdout === null) return;
    onLines(stdout, (line) => {
      const reply = this.#reply;
      this.#reply = null;
      reply?.resolve(JSON.parse(line) as SqliteReply);
    });
  }

  /** Whether it can be asked no more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws Error where the process has ended */
  ask(request: SqliteRequest): Promise<SqliteReply> {
    if (this.#isOver) return Promise.reject(ended());
    const reply = ownEnd<SqliteReply>();
    this.#reply = reply;
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    return reply.promise;
  }

  /**
   * Ends it at once, whatever it is at; what its statement has changed is undone by the next that opens the file.
   * Resolves once it has ended, with its locks.
   */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    this.#end();
    await this.#closed.promise;
  }

  /** Whether the program may end while nothing is asked. */
  ref(holds: boolean): void {
    const { stdin, stdout } = this.#child as {
      readonly stdin: Referable | null;
      readonly stdout: Referable | null;
    };
    for (const part of [this.#child as Referable, stdin, stdout])
      if (holds) part?.ref?.();
      else part?.unref?.();
  }

  #end(): void {
    this.#isOver = true;
    this.#reply?.reject(ended());
    this.#reply = null;
  }
}

interface Referable {
  ref?(): void;
  unref?(): void;
}

function ended(): Error {
  return new Error("The process that executed the statement has ended");
}

/** Deno gives a program nothing that is not listed; the process ends itself by its own id. */
function wordsOf(): readonly string[] {
  if (!("Deno" in globalThis)) return [PROGRAM];
  return [
    "run",
    "--no-prompt",
    "--quiet",
    "--no-lock",
    "--allow-read",
    "--allow-write",
    "--allow-run",
    PROGRAM,
  ];
}

function environment(): Readonly<Record<string, string>> {
  return Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}

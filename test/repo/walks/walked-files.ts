import { defineRecurringJob, defineTriggeredJob, type JobInstance, type MoJobScheduler } from "@mojob/core";
import { GroupCommit } from "@mojob/core/engine";
import { createManagementApp } from "@mojob/http";
import { EventBusInMemory, MetadataStoreInMemoryProvider } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { ROOT } from "../repository.ts";

const TOKEN = "walks-are-held-by-a-test-4711";
const KEY = "walks.greet";

/** What a real run goes through: the files on the stack wherever it passes a port, a group commit or an author's code. */
export class WalkedFiles {
  readonly #files = new Set<string>();

  /** Notes who called. */
  note(): void {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 200;
    const { stack = "" } = new Error("walked");
    Error.stackTraceLimit = limit;
    for (const [, path = ""] of stack.matchAll(/\(?(?:file:\/\/)?(\/[^\s()]+\.ts):\d+:\d+\)?/g))
      if (path.startsWith(ROOT)) this.#files.add(path.slice(ROOT.length));
  }

  /** Those that are neither base nor the test's own, sorted; it begins again. */
  take(): readonly string[] {
    const files = [...this.#files].filter((file) => !/^(test|core\/src\/(base|job))\//.test(file));
    this.#files.clear();
    return files.sort();
  }
}

/** Calls `before` ahead of every method of the object, with its name. */
function watched<Part extends object>(part: Part, before: (method: string | symbol) => void): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args: readonly unknown[]): unknown => {
        before(name);
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

/** Calls `before` ahead of what joins a group commit, until the returned function is called. */
function watchCommits(before: () => void): () => void {
  const { submit, submitAll } = GroupCommit.prototype;
  GroupCommit.prototype.submit = function (...args) {
    before();
    return submit.apply(this, args);
  };
  GroupCommit.prototype.submitAll = function (...args) {
    before();
    return submitAll.apply(this, args);
  };
  return () => void Object.assign(GroupCommit.prototype, { submit, submitAll });
}

/** An embedded scheduler with one job, whose walks are noted. */
export interface WalkedSetup {
  readonly walked: WalkedFiles;
  readonly scheduler: MoJobScheduler;
  request(method: string, path: string): Promise<JobInstance>;
  /** Lets the job's code end. */
  finish(): void;
  close(): Promise<void>;
}

export async function walkedSetup(): Promise<WalkedSetup> {
  const walked = new WalkedFiles();
  const note = (): void => walked.note();
  const unwatch = watchCommits(note);
  const memory = new MetadataStoreInMemoryProvider();
  const store = Object.assign(memory, { instances: watched(memory.instances, note) });
  let finish = (): void => {};
  const greet = defineTriggeredJob({
    key: KEY,
    execute: (_args, { signal }) => {
      note();
      return new Promise<void>((resolve) => {
        finish = resolve;
        signal.addEventListener("abort", () => {
          note();
          resolve();
        });
      });
    },
  });
  const bus = watched(new EventBusInMemory(), note);
  const embedded = await startEmbedded({ app: "walks", jobs: [greet], store, bus });
  const app = createManagementApp(embedded.scheduler, { token: TOKEN });
  return {
    walked,
    scheduler: embedded.scheduler,
    async request(method, path) {
      const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
      const response = await app.fetch(
        new Request(`http://localhost/api/v1/${path}`, { method, headers, body: "{}" }),
      );
      const { instance } = (await response.json()) as { readonly instance: JobInstance };
      return instance;
    },
    finish: () => finish(),
    async close() {
      unwatch();
      await embedded.close();
    },
  };
}

/** The files that a real fire goes through until its record is written, sorted. */
export async function filesOfFire(): Promise<readonly string[]> {
  const walked = new WalkedFiles();
  const unwatch = watchCommits(() => walked.note());
  const second = Promise.withResolvers<readonly string[]>();
  let isFirst = true;
  const memory = new MetadataStoreInMemoryProvider();
  const instances = watched(memory.instances, (method) => {
    if (method !== "insert" && method !== "insertOrWait") return;
    walked.note();
    if (!isFirst) second.resolve(walked.take());
    isFirst = false;
  });
  const tick = defineRecurringJob({
    key: "walks.tick",
    cron: "* * * * * *",
    execute: ({ signal }) => {
      // The first run fills the caches, and goes on, so that the second fire is all that happens from here on.
      walked.take();
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  });
  const store = Object.assign(memory, { instances });
  const embedded = await startEmbedded({ app: "walks", jobs: [tick], store, shutdownGraceMs: 0 });
  const files = await second.promise;
  unwatch();
  await embedded.close();
  return files;
}

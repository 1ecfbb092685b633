import type { JobContext, JobDefinition } from "@mojob/core";
import {
  byteLength,
  type FileSource,
  type FileValue,
  type JobWork,
  type JsonValue,
  type RunSecrets,
  TextMask,
  type WorkAttempt,
  type WorkFiles,
  type WorkLog,
} from "@mojob/core/ports";
import { aDefinition } from "./a-definition.ts";
import { anInstance } from "./an-instance.ts";

export interface WorkAttemptOptions {
  readonly args?: JsonValue;
  /** @default a run of its own */
  readonly instanceId?: string;
  /** @default 1 */
  readonly attempt?: number;
  /** By name. @default none */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly files?: MadeFiles;
}

/** An attempt with everything around it in memory. */
export interface MadeAttempt {
  readonly attempt: WorkAttempt<JobContext>;
  /** What it has logged. */
  readonly lines: readonly string[];
  /** Asks it to end, as a cancel and a timeout do. */
  abort(reason: Error): void;
  /** Ends by force what goes on regardless. */
  abandon(): void;
}

/** An attempt of a run of this work, but for what is said otherwise. */
export function aWorkAttempt(work: JobWork, options: WorkAttemptOptions = {}): MadeAttempt {
  const { args = null, attempt = 1, secrets, files = new MadeFiles() } = options;
  const definition: JobDefinition = aDefinition({ work });
  const instance = anInstance({
    args,
    attempt,
    state: "Processing",
    ...(options.instanceId !== undefined && { id: options.instanceId }),
  });
  const lines: string[] = [];
  const log = (level: string) => (message: string) => void lines.push(`${level} ${message}`);
  const ending = new AbortController();
  let stop = (): void => {};
  const context: JobContext = {
    signal: ending.signal,
    tenant: instance.tenant,
    jobKey: instance.jobKey,
    instanceId: instance.id,
    attempt,
    args,
    trigger: instance.trigger,
    shard: { index: 0, total: 1 },
    log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") } satisfies WorkLog,
    files: files.ofRun(instance.id),
    progress: () => {},
    get scheduler(): never {
      throw new Error("This attempt has no scheduler");
    },
    snooze: (): never => {
      throw new Error("This attempt cannot be snoozed");
    },
  };
  return {
    attempt: {
      definition,
      instance,
      context,
      claim: "claim-1",
      ...(secrets !== undefined && { secrets: secretsOf(secrets) }),
      onAbandon: (stopWork) => void (stop = stopWork),
    },
    lines,
    abort: (reason) => ending.abort(reason),
    abandon: () => stop(),
  };
}

function secretsOf(values: Readonly<Record<string, string>>): RunSecrets {
  return { values: new Map(Object.entries(values)), mask: new TextMask(Object.values(values)) };
}

/** The stored files of runs, in memory. */
export class MadeFiles {
  readonly #stored = new Map<string, Uint8Array>();

  /** Keeps one as if an earlier run had left it. */
  put(name: string, content: Uint8Array | string): FileValue {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const $file = `run-file:earlier/${name}`;
    this.#stored.set($file, bytes);
    return { $file, name, size: bytes.length, sha256: "0".repeat(64) };
  }

  /** The content of what was stored. */
  bytesOf({ $file }: FileValue): Uint8Array {
    const bytes = this.#stored.get($file);
    if (bytes === undefined) throw new Error(`There is no stored file "${$file}"`);
    return bytes;
  }

  /** The same as text. */
  textOf(file: FileValue): string {
    return new TextDecoder().decode(this.bytesOf(file));
  }

  /** What an attempt of this run has. */
  ofRun(instanceId: string): WorkFiles {
    return {
      write: async (name, content) => {
        const bytes = await gathered(content);
        const $file = `run-file:${instanceId}/${name}`;
        this.#stored.set($file, bytes);
        return { $file, name, size: bytes.length, sha256: "0".repeat(64) };
      },
      read: async (file) => {
        const bytes = this.bytesOf(file as FileValue);
        return new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
      },
    };
  }
}

async function gathered(content: FileSource): Promise<Uint8Array> {
  const pieces: (Uint8Array | string)[] = [];
  if (typeof content === "string" || content instanceof Uint8Array) pieces.push(content);
  else for await (const piece of content as AsyncIterable<Uint8Array | string>) pieces.push(piece);
  const sizes = pieces.map((piece) => (typeof piece === "string" ? byteLength(piece) : piece.length));
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const piece of pieces) {
    const next = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
    bytes.set(next, at);
    at += next.length;
  }
  return bytes;
}

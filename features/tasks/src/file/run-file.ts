import { TASK_ENGINE } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";

/** The format of an exported run of a task: one line of JSON for each part, in this order, with seals between them. */
export const RUN_FILE: RunFileRules = {
  format: "mojob-run",
  version: 1,
  engine: TASK_ENGINE,
  sealEvery: 500,
  maxBytes: 256 * 1024 * 1024,
};

export interface RunFileRules {
  readonly format: "mojob-run";
  readonly version: number;
  readonly engine: number;
  /** Lines between two seals. */
  readonly sealEvery: number;
  /** The file as text. A reader refuses more, and a writer leaves log lines out before that. */
  readonly maxBytes: number;
}

/** A line of the file. */
export type RunFileLine =
  | RunFileManifest
  | { readonly type: "instance"; readonly instance: JsonObject }
  /** The graph of a version, from the fact with this number on. */
  | { readonly type: "body"; readonly version: number; readonly since: number; readonly body: JsonObject }
  | { readonly type: "fact"; readonly fact: JsonObject }
  /** A run of a node. */
  | { readonly type: "run"; readonly run: JsonObject }
  | { readonly type: "log"; readonly runId: string; readonly line: JsonObject }
  | { readonly type: "end"; readonly counts: RunFileCounts; readonly left: RunFileLeft };

export interface RunFileManifest {
  readonly type: "manifest";
  readonly format: RunFileRules["format"];
  readonly formatVersion: number;
  /** The engine of the graph: who does not know the number cannot show it. */
  readonly engine: number;
  readonly instanceId: string;
  readonly jobKey: string;
  readonly tenant: string;
  readonly exportedAt: string;
}

export interface RunFileCounts {
  readonly bodies: number;
  readonly facts: number;
  readonly runs: number;
  readonly lines: number;
}

/** The parts that are not in the file, because there are too many or they are not stored any more. */
export interface RunFileLeft {
  readonly runs: number;
  /** Whether log lines are missing. */
  readonly lines: boolean;
}

/** A line that vouches for all lines before it. */
export interface RunFileSeal {
  readonly type: "seal";
  /** SHA-256 of the seal before, a line feed, and the lines since. */
  readonly sha256: string;
}

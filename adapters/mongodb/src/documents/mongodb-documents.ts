import type { JobDefinition, JobState } from "@mojob/core";
import type { ExecutorRecord, HistoryEntry, JobInstance, JobLogLine, JsonValue } from "@mojob/core/ports";
import type { Binary, ObjectId, Timestamp } from "mongodb";

/** Written by the server with every write, so that all readers and writers go by one clock. */
export interface Stamped {
  readonly changedAt: Timestamp;
}

/** A definition; `_id` is `<tenant>/<key>`. */
export interface DefinitionDocument
  extends
    Omit<JobDefinition, "argsSchema" | "args" | "work" | LaterField>,
    Partial<Pick<JobDefinition, LaterField>>,
    Stamped {
  readonly _id: string;
  readonly argsSchema?: JsonValue;
  /** Where a document cannot hold the schema as it is. */
  readonly argsSchemaText?: string;
  readonly args?: JsonValue;
  readonly argsText?: string;
  readonly work?: JsonValue;
  readonly workText?: string;
}

/** Fields that documents of earlier versions do not have. */
type LaterField = "origin" | "inCode";

/**
 * Reports a removed definition to watchers; `_id` is `<tenant>/<key>` and a part of its own. It has no `key`, so that
 * neither lists nor the read of all definitions find it.
 */
export interface RemovedDefinitionDocument extends Stamped {
  readonly _id: string;
  readonly tenant: string;
  readonly app: string;
  readonly removed: { readonly key: string; readonly revision: number };
  readonly expiresAt: Date;
}

/**
 * The same with what is `null` left out: a server looks at each field of a document with each write of it. Documents of
 * earlier versions have it all the same.
 */
export type Present<Value> = {
  readonly [Name in keyof Value as null extends Value[Name] ? never : Name]: Value[Name];
} & {
  readonly [Name in keyof Value as null extends Value[Name] ? Name : never]?: Value[Name];
};

/** A run; `_id` is `<tenant>/<id>`. The slot is there exactly while it holds one: the unique index on it is what makes two holders impossible. */
export interface InstanceDocument extends Present<Omit<JobInstance, "history" | "lane">>, Stamped {
  readonly _id: string;
  /** Where it is not the job's own lane. */
  readonly lane?: string;
  readonly history: readonly Present<HistoryEntry>[];
  /** Where a document cannot hold the arguments as they are. */
  readonly argsText?: string;
  readonly resultText?: string;
  /** The lane in which it waits for a slot; an index holds just these. What its reason no longer says, it says no longer. */
  readonly waitsIn?: string;
  /** There once it has ended: an index holds just these. */
  readonly ended?: true;
  /** The call that inserted or updated it last: shows a caller which of its changes were written. Admissions go by the claim. */
  readonly ticket: ObjectId;
  /** When the server removes it by itself, where no sweep does. */
  readonly expiresAt?: Date;
}

export interface LogDocument extends JobLogLine {
  /** `<tenant>/<instance>/<seq>`. */
  readonly _id: string;
  readonly expiresAt: Date;
}

/** A file of a run, laid out as GridFS says (https://www.mongodb.com/docs/manual/core/gridfs/), whose tools can read it. */
export interface FileDocument {
  readonly _id: ObjectId;
  readonly filename: string;
  readonly length: number;
  readonly chunkSize: number;
  readonly uploadDate: Date;
  readonly metadata: {
    readonly tenant: string;
    readonly instanceId: string;
    readonly sha256: string;
    /** Of two with one name that which counts is the one with the higher number, then with the higher `_id`. */
    readonly version: number;
    /** All of it is there. */
    readonly isWhole: boolean;
  };
}

/** A piece of a file. */
export interface FileChunkDocument {
  readonly _id: ObjectId;
  readonly files_id: ObjectId;
  /** Counts from 0. */
  readonly n: number;
  readonly data: Binary;
}

/** A fact of a task, as tagged JSON. */
export interface FactText {
  readonly seq: number;
  readonly text: string;
}

/** Where a task stands; `_id` is `<tenant>/<run>`. */
export interface TaskDocument {
  readonly _id: string;
  readonly tenant: string;
  /** The id of its run. */
  readonly id: string;
  readonly rev: number;
  readonly dueAt: Date | null;
  /** The task's state at an earlier step, as tagged JSON. */
  readonly state: string;
  /** The facts that are not kept apart yet, among them all since the state. */
  readonly facts: FactText[];
  /** The ticket of the write that made the latest step. */
  readonly ticket?: ObjectId;
}

/** A fact that is kept apart; `_id` is `<tenant>/<run>/<seq>`. */
export interface TaskFactDocument extends FactText {
  readonly _id: string;
  readonly tenant: string;
  /** The id of the task's run. */
  readonly task: string;
}

/** An executor; `_id` is `<tenant>/<id>`. */
export interface ExecutorDocument extends ExecutorRecord, Stamped {
  readonly _id: string;
  /** It has left; kept a while so that watchers see it. */
  readonly left: boolean;
  readonly expiresAt: Date;
}

export interface StateTotal {
  readonly app: string;
  readonly state: JobState;
  readonly count: number;
  /** Set: counts parts of other runs, which were shards when this was named. @default counts whole runs; all runs in a rollup that does not count parts apart */
  readonly shards?: true;
}

export interface MinuteTotal extends StateTotal {
  readonly at: Date;
}

/** The totals of a tenant's ended runs, known without looking at the runs; `_id` is the tenant. */
export interface RollupDocument {
  readonly _id: string;
  /** Grows with every write; each write wants the one it read. */
  readonly version: number;
  /** Runs that ended before are in `totals`; no such run is written any more. */
  readonly sealedTo: Timestamp;
  readonly totals: readonly StateTotal[];
  /** The totals that were sealed last and may not yet be in the minutes. */
  readonly pending: readonly MinuteTotal[];
  /** Runs already taken from `totals` and about to be removed. */
  readonly removing: Removal | null;
  /** When `totals` were last counted from the runs themselves. */
  readonly recountedAt: Date;
  /** Parts have totals of their own: an earlier version counts them with the others. */
  readonly countsShards?: true;
}

export interface Removal {
  readonly ids: readonly string[];
  /** Written to later than this it is another run of the same id. */
  readonly until: Timestamp;
}

/** Runs that ended in one minute; `_id` is `<tenant>/<minute>`. */
export interface MinuteDocument {
  readonly _id: string;
  readonly tenant: string;
  readonly at: Date;
  /** The rollup version that was added last; adding it again changes nothing. */
  readonly version: number;
  readonly totals: readonly StateTotal[];
  readonly expiresAt: Date;
}

/** `_id` is the key. An entry that was deleted stays a while, so that its versions are never given again. */
export interface StateDocument {
  readonly _id: string;
  readonly value?: JsonValue;
  readonly valueText?: string;
  readonly version: number;
  readonly live: boolean;
  readonly ticket: ObjectId;
  readonly expiresAt: Date | null;
  /** When the server removes it. */
  readonly purgeAt: Date | null;
}

/** `_id` is the lease's name; kept for ever, so that its term never goes back. */
export interface LeaseDocument {
  readonly _id: string;
  readonly holder: string | null;
  readonly term: number;
  readonly expiresAt: Date;
}

export interface SchemaDocument {
  readonly _id: "schema";
  /** The lowest version that a program must know. */
  readonly version: number;
  /** The highest version that a program has brought documents to. @default version */
  readonly expandedTo?: number;
  /** Made with the database: another one after it was dropped. */
  readonly id?: string;
}

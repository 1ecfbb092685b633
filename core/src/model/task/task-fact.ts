import type { JsonObject, JsonValue } from "../../base/json.ts";
import type { ItemRanges } from "./item-ranges.ts";
import type { DecidedStatus } from "./node-status.ts";
import type {
  KeptItems,
  LastVisit,
  LoopState,
  NodeState,
  PastRuns,
  TaskEdit,
  TaskEndState,
  WaitReason,
} from "./task-state.ts";

/** The parts of the run before that a re-run takes over. */
export interface TakenOver {
  readonly nodes: Readonly<Record<string, NodeState>>;
  readonly loops: Readonly<Record<string, LoopState>>;
  /** Items that were ok, of batches that are executed again. */
  readonly kept: Readonly<Record<string, KeptItems>>;
  /** Runs of tasks within it that are re-run in their turn, by the ids of their nodes. */
  readonly inner: Readonly<Record<string, PastRuns>>;
  /** Variables that are not computed again, such as those that a node wrote which is taken over. @default none */
  readonly vars?: JsonObject;
}

/** A node in one of its visits. */
export interface FactOfNode {
  readonly node: string;
  readonly visit: string;
}

/** An item's run as it begins, with all that its record is made of. */
export interface StartedItem {
  readonly item: number;
  readonly n: number;
  readonly injected: JsonObject;
}

/** An event in a task, without when and in which step it happened. */
export type FactData =
  | {
      readonly type: "begun";
      readonly vars: JsonObject;
      readonly taken: TakenOver | null;
      /** Where it was not the first attempt of the task's run that began. @default 1 */
      readonly attempt?: number;
    }
  /** A retry of the whole task began, which takes over what is not executed again; `firstN` is the number of nodes' first runs in it. */
  | {
      readonly type: "restarted";
      readonly attempt: number;
      readonly firstN: number;
      readonly vars: JsonObject;
      readonly taken: TakenOver | null;
    }
  /** `byHand`: a person has it run, whatever it waits for or is left out by. */
  | (FactOfNode & { readonly type: "ready"; readonly byHand?: true })
  /** Its run began; a group has none, and its nodes begin. */
  | (FactOfNode & { readonly type: "started"; readonly n: number | null; readonly injected: JsonObject })
  /** `items` is empty where they are sets of parameters; `kept` are those that ended ok before. */
  | (FactOfNode & {
      readonly type: "batchStarted";
      readonly n: number;
      readonly count: number;
      readonly items: readonly JsonValue[];
      readonly kept: KeptItems | null;
    })
  /** `next` is the first that was not begun yet. */
  | (FactOfNode & {
      readonly type: "itemsStarted";
      readonly items: readonly StartedItem[];
      readonly next: number;
    })
  /** `unrun` are those of the bad ones that never had a run. */
  | (FactOfNode & {
      readonly type: "itemsEnded";
      readonly ok: ItemRanges;
      readonly bad: ItemRanges;
      readonly unrun: ItemRanges;
    })
  /** `until` is when it stops waiting, `dueAt` when it is looked at again. */
  | (FactOfNode & {
      readonly type: "waits";
      readonly dueAt: Date | null;
      readonly until: Date | null;
      readonly why: WaitReason;
    })
  /** Its run is to end by then. */
  | (FactOfNode & { readonly type: "dueSet"; readonly dueAt: Date })
  | (FactOfNode & { readonly type: "approved"; readonly by: string })
  | (FactOfNode & {
      readonly type: "decided";
      readonly state: DecidedStatus;
      readonly code?: string;
      /** Why, for its author. */
      readonly message?: string;
      readonly branches?: readonly string[];
      readonly result?: JsonValue;
      /** The variables that it writes. @default nothing */
      readonly vars?: JsonObject;
      readonly byHand?: true;
    })
  /** `node` is the header; `bad` are nodes whose failure in the visit before nothing handled; `resets` and `restarts` are the nodes and loops within, `keeps` what goes on being read of them. */
  | (FactOfNode & {
      readonly type: "nextVisit";
      readonly number: number;
      readonly bad: readonly string[];
      readonly resets: readonly string[];
      readonly restarts: readonly string[];
      /** @default none */
      readonly keeps?: Readonly<Record<string, LastVisit>>;
      /** Whether nodes of the loop write variables, of which this visit begins with what they are now. */
      readonly keepsVars?: true;
    })
  | (FactOfNode & { readonly type: "loopEnded"; readonly number: number; readonly failed: string | null })
  /** A run that takes too long was asked to end. */
  | (FactOfNode & { readonly type: "endAskedOf" })
  /** `items` are those that are executed again, of a batch of which only some are. */
  | (FactOfNode & {
      readonly type: "retried";
      readonly n: number;
      readonly byHand?: true;
      readonly items?: ItemRanges;
    })
  /** Nodes and loops that did not run because of another node are to be judged again. */
  | {
      readonly type: "lifted";
      readonly nodes: readonly string[];
      readonly loops: readonly string[];
      readonly groups: readonly string[];
    }
  | { readonly type: "signalled"; readonly signal: string }
  | { readonly type: "signalTaken"; readonly signal: string }
  /** The task is to end; `cancels` says whether what runs is to end now. */
  | {
      readonly type: "endAsked";
      readonly state: TaskEndState;
      readonly code: string;
      readonly cancels: boolean;
    }
  | { readonly type: "paused" | "resumed" }
  | { readonly type: "held"; readonly until: Date }
  | ({ readonly type: "edited"; readonly reason: string } & TaskEdit)
  | { readonly type: "migrated"; readonly version: number }
  | {
      readonly type: "ended";
      readonly state: TaskEndState;
      readonly code?: string;
      /** Why, for its author. */
      readonly message?: string;
      /** Nodes whose failure nothing handled. */
      readonly unhandled: readonly string[];
      readonly results: JsonObject;
    };

/** One entry of a task's log. */
export type TaskFact = FactData & {
  /** From 1, without gaps. */
  readonly seq: number;
  /** The step it belongs to. */
  readonly rev: number;
  readonly at: Date;
  /** Whose act it is; absent where it followed by itself. */
  readonly by?: string;
};

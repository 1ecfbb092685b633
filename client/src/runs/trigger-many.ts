import type { JsonValue } from "@mojob/core";
import type { JobReference, AsJson } from "@mojob/core/engine";
import { keyOf } from "@mojob/core/ports";
import type { Problem } from "../api/operations.generated.ts";
import type { CallOptions, Caller } from "../call/caller.ts";
import { type RemoteWaitOptions, waitForEnd } from "./wait-for-end.ts";
import { cancelRun, type RemoteRun, resultOf } from "./remote-run.ts";
import { type RemoteTriggerOptions, runBody } from "./trigger.ts";

/** The API takes as many at once, and a body of 1 MiB. */
const MOST_ITEMS = 1000;
const MOST_BYTES = 900_000;

/** One run of many. */
export interface RemoteTriggerItem<TInput> extends Omit<RemoteTriggerOptions, "signal"> {
  readonly args?: TInput;
}

/** A run that was made, or why it was not: a refused one does not keep the others back. */
export type RemoteTriggerResult<TResult> =
  | { readonly run: Omit<RemoteRun<TResult>, "instance">; readonly problem?: never }
  | { readonly run?: never; readonly problem: Problem };

type ManyOptions = Pick<CallOptions, "signal" | "idempotencyKey">;

/** Creates many runs of a job; resolves to what became of each, in order. */
export interface TriggerManyRemotely {
  (
    jobKey: string,
    items: readonly RemoteTriggerItem<unknown>[],
    options?: ManyOptions,
  ): Promise<readonly RemoteTriggerResult<JsonValue>[]>;
  <TInput, TResult>(
    job: JobReference<TInput, TResult>,
    items: readonly RemoteTriggerItem<NoInfer<TInput>>[],
    options?: ManyOptions,
  ): Promise<readonly RemoteTriggerResult<AsJson<Awaited<TResult>>>[]>;
}

export function createRemoteTriggerMany(caller: Caller): TriggerManyRemotely {
  const triggerMany = async (
    job: string | JobReference<never, unknown>,
    items: readonly RemoteTriggerItem<unknown>[],
    { signal, idempotencyKey = caller.createKey() }: ManyOptions = {},
  ): Promise<readonly RemoteTriggerResult<JsonValue>[]> => {
    const key = keyOf(job, caller.options.app);
    // Each has its key by its place among all, whatever part it is sent with.
    const bodies = items.map(({ args, ...item }, index) => ({
      ...runBody(args, item),
      idempotencyKey: item.idempotencyKey ?? `${idempotencyKey}:${index}`,
    }));
    const answers: RemoteTriggerResult<JsonValue>[] = [];
    for (const part of partsOf(bodies)) {
      const call = { path: { key }, body: { items: part } };
      const sent = await caller.call("triggerJobMany", call, { signal, isRepeatable: true });
      for (const item of sent.items)
        answers.push("problem" in item ? { problem: item.problem } : { run: runOf(caller, item.id) });
    }
    return answers;
  };
  return triggerMany as TriggerManyRemotely;
}

function runOf(caller: Caller, id: string): Omit<RemoteRun<JsonValue>, "instance"> {
  return {
    id,
    result: async (options?: RemoteWaitOptions) => resultOf(await waitForEnd(caller, id, options)),
    cancel: (request) => cancelRun(caller, id, request),
  };
}

/** Lists that one call may have, by number and by size. */
function partsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const parts: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = new TextEncoder().encode(JSON.stringify(item)).byteLength + 1;
    const last = parts.at(-1);
    if (last === undefined || last.length === MOST_ITEMS || bytes + size > MOST_BYTES) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

import type { JsonValue } from "../base/json.ts";

/** A report of a request's target about the work it was given. */
export type CallbackReport =
  | { readonly state: typeof CallbackState.Running; readonly progress?: number; readonly message?: string }
  | { readonly state: typeof CallbackState.Succeeded; readonly result: JsonValue }
  | { readonly state: typeof CallbackState.Failed; readonly error: string };

export const CallbackState = { Running: "running", Succeeded: "succeeded", Failed: "failed" } as const;
export type CallbackState = (typeof CallbackState)[keyof typeof CallbackState];

import type { Call, Outcome } from "./engine.ts";
import type { Failure } from "./failure.ts";

/** What the thread is sent. */
export type ThreadRequest =
  | { readonly kind: "run"; readonly id: number; readonly calls: readonly Call[] }
  | { readonly kind: "close" };

/** What it sends back. */
export type ThreadReply =
  | { readonly kind: "opened" }
  | { readonly kind: "refused"; readonly failure: Failure }
  | { readonly kind: "done"; readonly results: readonly ThreadResult[] }
  | { readonly kind: "closed" };

export interface ThreadResult {
  readonly id: number;
  readonly outcomes: readonly Outcome[];
}

/** How an attempt came to its end, as far as its run is concerned. */
export type RunEnd =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly error: unknown }
  /**
   * It was asked to end and was not waited for past the grace; whatever its code does later does not count. `isStopped`:
   * the code is ended by force. `keepsSlot`: the code goes on in the slot.
   */
  | { readonly type: "abandoned"; readonly isStopped: boolean; readonly keepsSlot: boolean };

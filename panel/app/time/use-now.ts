import { useSyncExternalStore } from "react";
import { secondTicker } from "./clock.ts";

/** The time, to the second; what uses it is drawn anew each second. */
export function useNow(): number {
  return useSyncExternalStore(secondTicker.subscribe, secondTicker.read);
}

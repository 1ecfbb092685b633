import { useSyncExternalStore } from "react";
import { secondTicker } from "./clock.ts";

/** The time, to the second; components that use it render again each second. */
export function useNow(): number {
  return useSyncExternalStore(secondTicker.subscribe, secondTicker.read);
}

import { useEffect, useRef } from "react";
import { EntryMemory, useEntryKey } from "./entry-memory.ts";

const memory = new EntryMemory<number>();

/**
 * Shows a list again where it was left. The router does so, too, but before the rows are drawn, when the page is too short for it.
 * @param isDrawn the list is as long as it will be
 */
export function useKeptScroll(isDrawn: boolean): void {
  const key = useEntryKey();
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isDrawn) return;
    const kept = hasBegun.current ? undefined : memory.get(key);
    hasBegun.current = true;
    if (kept !== undefined) scrollTo({ top: kept, behavior: "instant" });
    const note = (): void => memory.set(key, scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, [key, isDrawn]);
}

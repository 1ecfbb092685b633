import { useCallback, useEffect, useState } from "react";
import { EntryMemory, useEntryKey } from "./entry-memory.ts";

const NONE: ReadonlySet<string> = new Set();
const memory = new EntryMemory<ReadonlySet<string>>();

export interface Ticks {
  /** Ticked rows that are still shown, in their order. */
  readonly chosen: readonly string[];
  readonly has: (id: string) => boolean;
  /** Stays the same function, so that rows are rendered again only where they change. */
  readonly tick: (id: string, isTicked: boolean) => void;
  readonly tickAll: (isTicked: boolean) => void;
  readonly clear: () => void;
}

/** Which of the shown rows are ticked; rows that left the page are no longer acted on. They are ticked still when the user comes back. */
export function useTicks(shown: readonly string[]): Ticks {
  const key = useEntryKey();
  const [ticked, setTicked] = useState(() => memory.get(key) ?? NONE);
  useEffect(() => memory.set(key, ticked), [key, ticked]);
  const tick = useCallback(
    (id: string, isTicked: boolean) =>
      setTicked((before) => new Set(isTicked ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  );
  return {
    chosen: shown.filter((id) => ticked.has(id)),
    has: (id) => ticked.has(id),
    tick,
    tickAll: (isTicked) => setTicked(isTicked ? new Set(shown) : NONE),
    clear: () => setTicked(NONE),
  };
}

import { useLocation } from "@tanstack/react-router";
import { useState } from "react";

/** More than anybody goes back. */
const MOST_ENTRIES = 50;

/** Values that are kept for entries of the browser's history, the newest of them, until the page is loaded again. */
export class EntryMemory<Value> {
  readonly #kept = new Map<string, Value>();

  get(key: string): Value | undefined {
    return this.#kept.get(key);
  }

  set(key: string, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    const [oldest = key] = this.#kept.keys();
    if (this.#kept.size > MOST_ENTRIES) this.#kept.delete(oldest);
  }
}

/** Names the entry of the history that shows this page: it is the same when the user comes back to it. */
export function useEntryKey(): string {
  const entry = useLocation({ select: ({ pathname, state: { __TSR_key: key } }) => `${key} ${pathname}` });
  const [own, setOwn] = useState(entry);
  const pathOf = (one: string): string => one.slice(one.indexOf(" "));
  // A page is drawn for a while after the address has changed to that of the next.
  if (entry !== own && pathOf(entry) === pathOf(own)) setOwn(entry);
  return own;
}

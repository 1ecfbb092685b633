import { useEffect, useState } from "react";
import { useSession } from "../../../session/use-session.ts";
import { browserClock } from "../../../time/clock.ts";

const AFTER_MS = 500;
const PREFIX = "mojob-body ";
/** Stands for the name of a workflow that does not exist yet. */
export const NEW_BODY = "+new";

export interface LocalDraft {
  /** What was written before the page was loaded again, and is not in the text; `null` where nothing was. */
  readonly left: string | null;
  readonly take: () => void;
  readonly discard: () => void;
}

/**
 * Keeps a body that is not saved for as long as the tab is open: a page that is loaded again loses nothing. Somebody who signs
 * in after another one is not offered what that one wrote.
 */
export function useLocalDraft(
  name: string,
  text: string,
  isUnsaved: boolean,
  onTake: (text: string) => void,
): LocalDraft {
  const key = keyOf(name, useDraftOwner());
  const [left, setLeft] = useState(() => {
    const kept = sessionStorage.getItem(key);
    return kept === text ? null : kept;
  });
  useEffect(() => {
    if (left !== null && !isUnsaved) return undefined;
    if (!isUnsaved) {
      sessionStorage.removeItem(key);
      return undefined;
    }
    return browserClock.after(AFTER_MS, () => keep(key, text));
  }, [key, text, isUnsaved, left]);
  const end = (): void => {
    sessionStorage.removeItem(key);
    setLeft(null);
  };
  return {
    left,
    take: () => {
      if (left !== null) onTake(left);
      setLeft(null);
    },
    discard: end,
  };
}

/** What was kept is saved now. */
export function forgetLocalDraft(name: string, owner: string): void {
  sessionStorage.removeItem(keyOf(name, owner));
}

/** Whose what is written is: empty where nobody signs in. */
export function useDraftOwner(): string {
  return useSession().data?.account?.name ?? "";
}

function keyOf(name: string, owner: string): string {
  return `${PREFIX}${owner} ${location.pathname} ${name}`;
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // There is no room for it: it is not kept.
  }
}

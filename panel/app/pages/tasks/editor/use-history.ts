import { useState } from "react";

/** Typing that goes on within this time is one step. */
const PAUSE_MS = 1000;

interface Past {
  readonly back: readonly string[];
  readonly forth: readonly string[];
  /** The text as the history knows it. */
  readonly text: string;
  /** When it was last typed in; `null` after any other edit. */
  readonly typedAt: number | null;
}

export interface TextHistory {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  /** An edit that is a step of its own. */
  readonly edit: (text: string) => void;
  /** Typing: a step ends with a pause. */
  readonly type: (text: string, at: number) => void;
}

/** The steps back from a text and forth again, whatever changed it: also what comes from elsewhere is a step. */
export function useHistory(text: string, onChange: (text: string) => void): TextHistory {
  const [kept, setPast] = useState<Past>({ back: [], forth: [], text, typedAt: null });
  const past = kept.text === text ? kept : stepped(kept, text);
  if (past !== kept) setPast(past);
  const become = (next: Past): void => {
    setPast(next);
    if (next.text !== text) onChange(next.text);
  };
  return {
    canUndo: past.back.length > 0,
    canRedo: past.forth.length > 0,
    undo: () => become(undone(past)),
    redo: () => become(redone(past)),
    edit: (next) => become(stepped(past, next)),
    type: (next, at) => become(typed(past, next, at)),
  };
}

export function stepped(past: Past, text: string): Past {
  if (text === past.text) return past;
  return { back: [...past.back, past.text], forth: [], text, typedAt: null };
}

export function typed(past: Past, text: string, at: number): Past {
  // An editor says again what it was told.
  if (text === past.text) return past;
  if (past.typedAt === null || at - past.typedAt > PAUSE_MS) return { ...stepped(past, text), typedAt: at };
  return { ...past, forth: [], text, typedAt: at };
}

export function undone(past: Past): Past {
  const text = past.back.at(-1);
  if (text === undefined) return past;
  return { back: past.back.slice(0, -1), forth: [past.text, ...past.forth], text, typedAt: null };
}

export function redone(past: Past): Past {
  const [text, ...forth] = past.forth;
  return text === undefined ? past : { back: [...past.back, past.text], forth, text, typedAt: null };
}

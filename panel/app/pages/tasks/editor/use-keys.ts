import type { ClipboardEvent, KeyboardEvent } from "react";
import type { Editor } from "./use-editor.ts";
import type { TextHistory } from "./use-history.ts";

/** What a key opens. */
export type Opened = "add" | "edge" | "find" | "keys";

export interface KeyActs {
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onCopy: (event: ClipboardEvent<HTMLElement>) => void;
  readonly onCut: (event: ClipboardEvent<HTMLElement>) => void;
  readonly onPaste: (event: ClipboardEvent<HTMLElement>) => void;
}

/** The keys of the drawing; in a field letters are letters, and only undo and redo are the editor's. */
export function useKeys(
  editor: Editor,
  history: TextHistory,
  open: (what: Opened) => void,
  inspect: () => void,
): KeyActs {
  const acts: Readonly<Record<string, () => void>> = {
    n: () => open("add"),
    e: () => open("edge"),
    "/": () => open("find"),
    "?": () => open("keys"),
    g: editor.toggleGroup,
    l: editor.layOut,
    delete: editor.remove,
    backspace: editor.remove,
    escape: () => editor.choose(new Set()),
  };
  const copy = (event: ClipboardEvent<HTMLElement>): boolean => {
    const text = isTyping(event.target) ? null : editor.copy();
    if (text === null) return false;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    return true;
  };
  return {
    onKeyDownCapture: (event) => {
      const key = event.key.toLowerCase();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !["z", "y"].includes(key)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === "y" || event.shiftKey) history.redo();
      else history.undo();
    },
    onKeyDown: (event) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = event.key === "Enter" && isNode(event.target) ? inspect : acts[event.key.toLowerCase()];
      if (act === undefined) return;
      if (event.key !== "Enter") event.preventDefault();
      event.stopPropagation();
      // The card at which the keyboard is may go.
      if (act === editor.remove) event.currentTarget.focus({ preventScroll: true });
      act();
    },
    onCopy: copy,
    onCut: (event) => {
      if (copy(event)) editor.remove();
    },
    onPaste: (event) => {
      if (isTyping(event.target)) return;
      if (editor.paste(event.clipboardData.getData("text/plain"))) event.preventDefault();
    },
  };
}

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function isNode(target: EventTarget): boolean {
  return target instanceof Element && target.closest("[data-node]") !== null;
}

import { escapePointer, type InputIssue, issueAt } from "@mojob/core/engine";

export interface JsonScanLimits {
  /** Deepest nesting accepted. @default 32 */
  readonly maxDepth?: number;
  /** Most values and keys accepted in all. @default 100_000 */
  readonly maxNodes?: number;
}

interface Level {
  readonly isObject: boolean;
  readonly keys: Set<string>;
  key: string;
  index: number;
}

/** A pointer is made of keys and goes back to the caller. */
const MAX_KEY_LENGTH = 512;
const WHITE_SPACE = /\s/;
const SCALAR_END = /[\s,\]}:[{"]/;
/** Digits alone: such a number is meant exactly, and beyond 2^53 − 1 it would not survive. */
const WHOLE_NUMBER = /^-?\d+$/;

/**
 * Looks at JSON text before its values are used: refuses what a parser accepts but later code would not survive.
 *
 * That is nesting or size beyond the limits, `__proto__`, the same key twice, numbers that would be changed and text
 * that is not Unicode. Walks without recursion, so no input can exhaust the stack; grammar is left to `JSON.parse`.
 * Returns the first mistake, or `null`.
 */
export function findJsonMistake(text: string, limits: JsonScanLimits = {}): InputIssue | null {
  const { maxDepth = 32, maxNodes = 100_000 } = limits;
  const levels: Level[] = [];
  let nodes = 0;
  let expectsKey = false;

  const pointer = (): string => pointerTo(levels);
  const countNode = (): InputIssue | null => {
    nodes += 1;
    if (nodes <= maxNodes) return null;
    return issueAt(pointer(), "json_too_large", { max: maxNodes });
  };

  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    const top = levels.at(-1);
    if (WHITE_SPACE.test(character) || character === ":") {
      at += 1;
    } else if (character === "{" || character === "[") {
      const mistake = countNode();
      if (mistake) return mistake;
      if (levels.length >= maxDepth) {
        return issueAt(pointer(), "json_too_deep", { max: maxDepth });
      }
      levels.push({ isObject: character === "{", keys: new Set(), key: "", index: 0 });
      expectsKey = character === "{";
      at += 1;
    } else if (character === "}" || character === "]") {
      levels.pop();
      expectsKey = false;
      at += 1;
    } else if (character === ",") {
      if (top) top.index += 1;
      expectsKey = top?.isObject ?? false;
      at += 1;
    } else if (character === '"') {
      const end = endOfString(text, at);
      const value = decodeString(text.slice(at, end));
      at = end;
      if (value === null) return null;
      if (expectsKey && top) {
        top.key = value;
        expectsKey = false;
        const mistake = countNode() ?? mistakeInKey(top, pointer);
        if (mistake) return mistake;
        top.keys.add(value);
      } else {
        const mistake = countNode();
        if (mistake) return mistake;
        if (!value.isWellFormed()) return issueAt(pointer(), "json_half_surrogate");
      }
    } else {
      const end = endOfScalar(text, at);
      const mistake = countNode() ?? mistakeInScalar(text.slice(at, end), pointer);
      if (mistake) return mistake;
      at = end;
    }
  }
  return null;
}

function pointerTo(levels: readonly Level[]): string {
  return levels.map((level) => `/${level.isObject ? escapePointer(level.key) : level.index}`).join("");
}

function mistakeInKey(level: Level, pointer: () => string): InputIssue | null {
  const { key, keys } = level;
  if (key.length > MAX_KEY_LENGTH) {
    return issueAt(pointer().slice(0, MAX_KEY_LENGTH), "json_long_name", { max: MAX_KEY_LENGTH });
  }
  if (key === "__proto__") return issueAt(pointer(), "json_reserved_name");
  if (keys.has(key)) return issueAt(pointer(), "json_same_name");
  if (!key.isWellFormed()) {
    return issueAt(pointer().toWellFormed(), "json_half_surrogate");
  }
  if (key.includes("\0")) return issueAt(pointer(), "json_nul_in_name");
  return null;
}

function mistakeInScalar(scalar: string, pointer: () => string): InputIssue | null {
  const value = Number(scalar);
  if (Number.isNaN(value)) return null;
  if (!Number.isFinite(value)) return issueAt(pointer(), "json_number_too_large");
  if (WHOLE_NUMBER.test(scalar) && !Number.isSafeInteger(value)) {
    return issueAt(pointer(), "json_number_not_exact");
  }
  return null;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "\\") at += 1;
    else if (character === '"') return at + 1;
  }
  return text.length;
}

/** Returns `null` for text that is no JSON string; `JSON.parse` then reports it. */
function decodeString(literal: string): string | null {
  if (!literal.includes("\\") && literal.length > 1 && literal.endsWith('"')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return null;
  }
}

function endOfScalar(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !SCALAR_END.test(text.charAt(at))) at += 1;
  return at;
}

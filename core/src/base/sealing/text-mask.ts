import type { JsonValue } from "../json.ts";
import { toBase64 } from "./base64.ts";

/** What stands where a hidden text was. */
export const MASK = "***";
/** Shorter texts would hide what is no secret. */
export const SHORTEST_HIDDEN = 8;
/** How tools break base64 into lines: MIME and PEM. */
const BASE64_LINES: readonly number[] = [76, 64];

/**
 * Hides texts in what others read: as they are, their single lines, and as they look in JSON, in an address and in base64,
 * also within the base64 of more.
 */
export class TextMask {
  /** What is hidden, the longest first. */
  readonly needles: readonly string[];
  readonly #pattern: RegExp | null;

  constructor(hidden: Iterable<string>) {
    const needles = new Set([...hidden].flatMap(formsOf));
    this.needles = [...needles].sort((a, b) => b.length - a.length);
    this.#pattern = this.needles.length === 0 ? null : new RegExp(this.needles.map(escaped).join("|"), "g");
  }

  text(text: string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, MASK);
  }

  /** A copy in which keys, texts and numbers are masked. */
  json(value: JsonValue): JsonValue {
    if (this.#pattern === null) return value;
    if (typeof value === "string") return this.text(value);
    if (typeof value === "number") {
      const text = String(value);
      return this.text(text) === text ? value : MASK;
    }
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => this.json(item));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.json(item)]));
  }
}

/** Node 22 has no `RegExp.escape`. */
function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function formsOf(hidden: string): readonly string[] {
  const whole = hidden.trim();
  const parts = [whole, ...whole.split(/\r?\n/).map((line) => line.trim())];
  const plain = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  return [...plain, ...base64Of(hidden), ...base64Of(whole)].filter((form) => form.length >= SHORTEST_HIDDEN);
}

/** With any number of bytes before it, a text has one of three forms in base64; its ends depend on what stands beside it. */
function base64Of(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  const forms = [0, 1, 2].flatMap((before) => {
    const padded = new Uint8Array(before + bytes.length);
    padded.set(bytes, before);
    const first = Math.ceil((before * 8) / 6);
    const end = Math.floor((padded.length * 8) / 6);
    return toBase64(padded).slice(first, end);
  });
  const whole = toBase64(bytes);
  const lines = BASE64_LINES.flatMap((length) => whole.match(new RegExp(`.{1,${length}}`, "g")) ?? []);
  const all = [whole, ...forms, ...lines];
  return [...all, ...all.map((form) => form.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""))];
}

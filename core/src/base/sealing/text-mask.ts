import type { JsonValue } from "../json.ts";
import { toBase64 } from "./base64.ts";
import { ByteMask } from "./byte-mask.ts";
import { ByteTrie } from "./byte-trie.ts";

/** Replaces a hidden text. */
export const MASK = "***";
/** Shorter texts would hide what is no secret. */
export const SHORTEST_HIDDEN = 8;
/** How tools break base64 into lines: MIME and PEM. */
const BASE64_LINES: readonly number[] = [76, 64];

const ENCODER = new TextEncoder();
/** A byte mark at the beginning is part of the text. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const MARK = ENCODER.encode(MASK);

/**
 * Hides texts in what others read: as they are, their single lines, and as they look in JSON, in an address and in base64,
 * also within the base64 of more. Forms that overlap are hidden together.
 */
export class TextMask {
  readonly #trie: ByteTrie | null;

  constructor(hidden: Iterable<string>);
  constructor(trie: ByteTrie | null);
  constructor(of: Iterable<string> | ByteTrie | null) {
    this.#trie = of === null || of instanceof ByteTrie ? of : finished(trieOf(of));
  }

  /** Makes one in steps of a few milliseconds; `pause` is awaited between them. */
  static async create(hidden: Iterable<string>, pause: () => Promise<void>): Promise<TextMask> {
    const steps = trieOf(hidden);
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done === true) return new TextMask(step.value);
      await pause();
    }
  }

  /** Hides them in bytes that come in pieces, UTF-8 text among them; `null` where there is nothing to hide. */
  bytes(): ByteMask | null {
    return this.#trie && new ByteMask(this.#trie, MARK);
  }

  text(text: string): string {
    if (this.#trie === null || text.length < SHORTEST_HIDDEN) return text;
    const mask = new ByteMask(this.#trie, MARK);
    const shown = [mask.push(ENCODER.encode(text)), mask.end()];
    if (!mask.hasHidden) return text;
    return shown.map((bytes) => DECODER.decode(bytes)).join("");
  }

  /** A copy in which keys, texts and numbers are masked. */
  json(value: JsonValue): JsonValue {
    if (this.#trie === null) return value;
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

function* trieOf(hidden: Iterable<string>): Generator<void, ByteTrie | null> {
  const forms = new Set<string>();
  for (const text of hidden) {
    for (const form of formsOf(text)) forms.add(form);
    yield;
  }
  if (forms.size === 0) return null;
  return yield* ByteTrie.build([...forms].map((form) => ENCODER.encode(form)));
}

function finished<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
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

import { randomBytes } from "@mojob/core/ports";
import { TokenKind } from "./access-token.ts";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const ID_CHARACTERS = 8;
const SECRET_CHARACTERS = 40;
const CHECKSUM_CHARACTERS = 6;

/** The kinds of secrets by their prefixes; `link` can be used once. */
export type SecretKind = TokenKind | "link";

const PREFIXES: Readonly<Record<SecretKind, string>> = {
  [TokenKind.Personal]: "mjp",
  [TokenKind.Service]: "mjs",
  [TokenKind.Executor]: "mjw",
  link: "mjb",
};

/** The parts of a text that looks like one of ours. */
export interface TokenText {
  readonly kind: SecretKind;
  readonly id: string;
  readonly secret: string;
}

const TEXT = /^mj([pswb])_([0-9A-Za-z]{8})_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/;

/** A new id and a new secret of 238 bits. */
export function makeSecret(): { readonly id: string; readonly secret: string } {
  return { id: randomText(ID_CHARACTERS), secret: randomText(SECRET_CHARACTERS) };
}

/**
 * How a token is written: `mjs_<id>_<secret><checksum>`, so that a scanner finds one that leaked and a copy that lost a letter is refused.
 * @example
 * ```ts
 * readTokenText(writeTokenText({ kind: "service", ...makeSecret() }))?.kind; // "service"
 * ```
 */
export function writeTokenText({ kind, id, secret }: TokenText): string {
  const text = `${PREFIXES[kind]}_${id}_${secret}`;
  return text + checksumOf(text);
}

/** Reads the parts of a token; `null` for a text that is none of ours, or lost a letter. */
export function readTokenText(text: string): TokenText | null {
  const [, , id, secret, checksum] = TEXT.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  if (checksumOf(text.slice(0, -CHECKSUM_CHARACTERS)) !== checksum) return null;
  const kind = (Object.keys(PREFIXES) as SecretKind[]).find((one) => text.startsWith(`${PREFIXES[one]}_`));
  return kind === undefined ? null : { kind, id, secret };
}

function randomText(characters: number): string {
  let text = "";
  while (text.length < characters)
    for (const byte of randomBytes(characters)) {
      // The rest would come more often than the others.
      if (byte < 248 && text.length < characters) text += ALPHABET[byte % ALPHABET.length];
    }
  return text;
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = "";
  for (let place = 0; place < CHECKSUM_CHARACTERS; place += 1) {
    checksum = (ALPHABET[rest % ALPHABET.length] ?? "") + checksum;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return checksum;
}

/** CRC-32 as in ISO 3309. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

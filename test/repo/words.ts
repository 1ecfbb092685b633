import { parseSync } from "vite";
import { readText } from "./repository.ts";
import { isTestFile } from "./source.ts";

/** A piece of English in a file: a comment, a test's name or the prose of a page. */
export interface Passage {
  readonly line: number;
  readonly text: string;
}

/** Refused words, and what to write instead. `CONTRIBUTING.md` shows the same table. */
export const INSTEAD: Readonly<Record<string, string>> = {
  answers: "a function returns, resolves to or throws; a server responds; its responses",
  "hears of": "is called with, receives, learns",
  tells: "reports, notifies, shows",
  whoever: "the caller, another process, whichever",
  anew: "again",
};

const REFUSED = new RegExp(`\\b(${Object.keys(INSTEAD).join("|").replace("hears", "hears?")})\\b`, "gi");

/** The refused words of a passage: `path:line "word", write: …`. */
export function mistakesIn(path: string, { line, text }: Passage): readonly string[] {
  return [...text.matchAll(REFUSED)].map(({ 0: word, index }) => {
    const known = word.toLowerCase().replace(/^hear of$/, "hears of");
    const at = line + text.slice(0, index).split("\n").length - 1;
    return `${path}:${at} "${word}", write: ${INSTEAD[known]}`;
  });
}

/** The comments of a TypeScript file, and the names of its tests. */
export function passagesOfSource(path: string): readonly Passage[] {
  const text = readText(path);
  const comments = parseSync(path, text).comments.map(({ start, value }) => ({
    line: lineAt(text, start),
    text: value,
  }));
  return isTestFile(path) ? [...comments, ...testNames(text)] : comments;
}

function testNames(text: string): readonly Passage[] {
  const call = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^"`]*\))?\(\s*(["`])((?:(?!\1).)*)\1/gs;
  return [...text.matchAll(call)].map(({ index, 2: name = "" }) => ({
    line: lineAt(text, index),
    text: name,
  }));
}

/** The prose of a page: its code blocks and code spans are blanked out. */
export function proseOf(path: string): Passage {
  const blank = (code: string): string => code.replaceAll(/[^\n]/g, " ");
  return {
    line: 1,
    text: readText(path)
      .replaceAll(/^( *)```.*?^\1```/gms, blank)
      .replaceAll(/`[^`\n]+`/g, blank),
  };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

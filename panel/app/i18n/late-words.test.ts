import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { LATE_WORDS } from "./late-words.ts";

const APP = fileURLToPath(new URL("..", import.meta.url));
const WORDED = /withWords\([^;]*?import\("(\.[^"]+)"\)[^;"]*((?:"\w+",?\s*)+)\)/g;
const IMPORTED = /(?:from |import\(|^import )"(\.[^"]+\.tsx?)"/gm;
const SHOWN = new RegExp(`["\`](${Object.keys(LATE_WORDS).join("|")})\\.[\\w$]`, "g");

/** Which late words the file shows, and those it imports, with what each says it loads itself taken off. */
function missingWords(file: string, given: readonly string[], seen: Set<string>): readonly string[] {
  const key = `${file} ${given.join()}`;
  if (seen.has(key)) return [];
  seen.add(key);
  const text = readFileSync(file, "utf8");
  const here = [...text.matchAll(SHOWN)]
    .map(([, name = ""]) => name)
    .filter((name) => !given.includes(name))
    .map((name) => `${file.slice(APP.length)} shows words of ${name}`);
  const loaded = new Map(
    [...text.matchAll(WORDED)].map(([, path = "", names = ""]) => [
      path,
      [...names.matchAll(/\w+/g)].map(([name]) => name),
    ]),
  );
  const below = [...text.matchAll(IMPORTED)].flatMap(([, path = ""]) =>
    missingWords(join(dirname(file), path), [...given, ...(loaded.get(path) ?? [])].sort(), seen),
  );
  return [...here, ...below];
}

it("words that a page shows are loaded with it, or with the part of it that shows them", () => {
  expect([...new Set(missingWords(join(APP, "main.tsx"), [], new Set()))]).toEqual([]);
});

it("a part that shows late words without loading them is found", () => {
  const found = missingWords(join(APP, "pages/secrets/secrets-page.tsx"), [], new Set());
  expect(found).toContain("pages/secrets/secrets-page.tsx shows words of secrets");
});

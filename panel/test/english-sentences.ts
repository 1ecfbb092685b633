import type { Page } from "playwright-core";

/** English that may stand on a Chinese page, each with its reason. */
const ALLOWED: readonly (readonly [pattern: RegExp, because: string])[] = [
  [
    /Closes yesterday's books|The printer is broken|The number on the contract|Close the day|Only a draft|Write a flood|Write more than is kept/g,
    "people wrote it of their jobs",
  ],
  [
    /The mailbox is full|The ledger is closed until 06:00|The ledger answered 503|Ask again later|Attempt \d: posting 12 invoices/g,
    "jobs said it",
  ],
];

/** Where people, jobs and programs speak: code, keys, ids, logs. */
const NOT_OURS =
  "code, pre, .mono, .mono-input, .cm-editor, .log-line, .json-view, [translate=no], script, style, noscript";

/** Three Latin words in a row make a sentence. */
const SENTENCE = /[A-Za-z][a-z'’]*(?:[ ,;:]+[A-Za-z][a-z'’]*){2,}/;

/** Texts and labels of a page, visible or read out, that are English and ours. */
export async function englishSentences(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate((notOurs) => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(notOurs) === null) found.push(node.textContent ?? "");
    }
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest(notOurs) !== null) continue;
      for (const name of ["aria-label", "aria-description", "title", "placeholder", "alt"])
        found.push(element.getAttribute(name) ?? "");
    }
    found.push(document.title);
    return found;
  }, NOT_OURS);
  const withoutAllowed = (text: string): string =>
    ALLOWED.reduce((rest, [pattern]) => rest.replaceAll(pattern, ""), text);
  return [...new Set(texts.map((text) => withoutAllowed(text).trim()).filter((text) => SENTENCE.test(text)))];
}

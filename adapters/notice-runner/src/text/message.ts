import type { Notice } from "../notice.ts";
import { cut, LONGEST_ERROR } from "./cut.ts";
import { type Escape, plain } from "./escape.ts";
import { renderTemplate } from "./template.ts";

const LONGEST_TITLE = 120;

/** A notice as a chat shows it, in the markup of its service. */
export interface Message {
  /** One line. */
  readonly title: string;
  /** The first is the title in full. */
  readonly lines: readonly string[];
  /** Where to look; in no line. */
  readonly url: string | null;
}

/** The sentences of a notice, or the lines of its job's own text. */
export async function messageOf(
  notice: Notice,
  template: string | undefined,
  escape: Escape,
): Promise<Message> {
  const { text, url } = notice;
  const lines =
    template === undefined
      ? linesOf(text)
          .filter((line) => line !== url)
          .map((line) => escape(cut(line, LONGEST_ERROR)))
      : linesOf(await renderTemplate(template, notice, escape));
  const [first = ""] = linesOf(text);
  return { title: cut(plain(first), LONGEST_TITLE), lines, url: template === undefined ? url : null };
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** An address that ends no link of Markdown. */
export function markdownUrl(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29");
}

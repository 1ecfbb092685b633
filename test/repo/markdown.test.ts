import { existsSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";
import { readText, repositoryFiles, ROOT } from "./repository.ts";

const pages = repositoryFiles().filter((path) => path.endsWith(".md"));

/** A page without what its code blocks and code spans say. */
function prose(path: string): string {
  return readText(path)
    .replaceAll(/^(```|~~~)[^]*?^\1/gm, "")
    .replaceAll(/`[^`\n]*`/g, (span) => "x".repeat(span.length));
}

/** The anchors a page has, as GitHub makes them of its headings. */
function anchors(path: string): readonly string[] {
  const seen = new Map<string, number>();
  return [
    ...readText(path)
      .replaceAll(/^(```|~~~)[^]*?^\1/gm, "")
      .matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm),
  ].map(([, heading = ""]) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  });
}

function links(path: string): readonly string[] {
  const text = prose(path);
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const references = [...text.matchAll(/^\[[^\]]+\]:\s+<?(\S+?)>?$/gm)];
  return [...inline, ...references]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target));
}

describe("markdown", () => {
  it.each(pages)("%s links to what exists", (page) => {
    const broken = links(page).filter((link) => {
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? page : normalize(join(dirname(page), decodeURIComponent(file)));
      if (target.startsWith("..") || !existsSync(join(ROOT, target))) return true;
      return (
        anchor !== undefined &&
        target.endsWith(".md") &&
        !anchors(target).includes(decodeURIComponent(anchor))
      );
    });
    expect(broken).toEqual([]);
  });

  it("is there", () => {
    expect(pages).toEqual(
      expect.arrayContaining(["CONTRIBUTING.md", "SECURITY.md", "docs/state-machine.md"]),
    );
  });
});

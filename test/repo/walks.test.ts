import { describe, expect, it } from "vitest";
import { readText, repositoryFiles } from "./repository.ts";

interface Walk {
  /** The sentence before its table. */
  readonly intro: string;
  readonly steps: readonly { readonly file: string; readonly name: string }[];
}

/** The tables of "Walks" in the architecture page. */
function walks(): readonly Walk[] {
  const [, section = ""] = readText("docs/architecture.md").split(/^## Walks$/m);
  const [own = ""] = section.split(/^## /m);
  return [...own.matchAll(/^(.+:)\n\n((?:\|.*\n)+)/gm)].map(([, intro = "", table = ""]) => ({
    intro,
    steps: [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)`/gm)].map(([, file = "", name = ""]) => ({
      file,
      name,
    })),
  }));
}

describe("the walks of the architecture page", () => {
  const files = new Set(repositoryFiles());
  const found = walks();

  it("are there", () => {
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  it.each(found.flatMap(({ steps }) => steps))("$file has $name", ({ file, name }) => {
    expect(files).toContain(file);
    expect(readText(file)).toContain(name);
  });

  it.each(found)("$intro", ({ intro, steps }) => {
    const [, sum = ""] = /(?<![a-z])(\d+) (?:files?|rules)/.exec(intro) ?? [];
    expect(steps.length).toBe(Number(sum));
  });
});

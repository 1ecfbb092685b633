import { readText } from "../repository.ts";

/** A table of "Walks" in the architecture page. */
export interface Walk {
  /** The heading above it. */
  readonly heading: string;
  /** The sentence before it. */
  readonly intro: string;
  readonly steps: readonly { readonly file: string; readonly name: string }[];
}

/** The tables of "Walks", in their order. */
export function readWalks(): readonly Walk[] {
  const [, section = ""] = readText("docs/architecture.md").split(/^## Walks$/m);
  const [own = ""] = section.split(/^## /m);
  return own.split(/^### /m).flatMap((part) => {
    const [heading = ""] = part.split("\n");
    return [...part.matchAll(/^(.+:)\n\n((?:\|.*\n)+)/gm)].map(([, intro = "", table = ""]) => ({
      heading,
      intro,
      steps: [...table.matchAll(/^\| `([^`]+)` \| `([^`]+)`/gm)].map(([, file = "", name = ""]) => ({
        file,
        name,
      })),
    }));
  });
}

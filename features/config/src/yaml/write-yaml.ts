import type { JsonValue } from "@mojob/core/ports";
import { Document, Scalar, visit } from "yaml";

/** One text for one value: nothing is folded, and what YAML 1.1 would read as something else is quoted. */
const STYLE = { lineWidth: 0, indent: 2, indentSeq: true } as const;

/** A value as YAML that ends in a line break. Its members keep their order. */
export function writeYaml(value: JsonValue): string {
  const document = new Document(value, {
    version: "1.2",
    compat: "yaml-1.1",
    aliasDuplicateObjects: false,
    keepUndefined: false,
  });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && node.value.includes("\n") && !isBlock(node.value))
        node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString(STYLE);
}

/** Whether a text of several lines can stand as it is: what it begins or ends with would be taken for its indent, or for lines between values. */
function isBlock(text: string): boolean {
  return /^\S/.test(text) && !/\r|\n\s*\n$|[ \t]$/.test(text);
}

/** The lines of a text, each further to the right. */
export function indented(text: string, by: number): string {
  const space = " ".repeat(by);
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : space + line))
    .join("\n");
}

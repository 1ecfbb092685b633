import type { ParamValue } from "@mojob/core/engine";
import { quoted } from "./expression-text.ts";

/** Resolves a placeholder in a text to an expression; `null` where nothing here has its value. */
export type ResolvePlaceholder = (placeholder: string) => string | null;

type UnnamedValue = { readonly value: string } | { readonly expression: string };

/** A placeholder in a text, as a match of an expression is. */
export interface PlacedPlaceholder {
  readonly 0: string;
  readonly index: number;
}

/** A text with placeholders as the value of a parameter: an expression where one of them stands for something. */
export function textValue(
  text: string,
  placeholders: Iterable<PlacedPlaceholder>,
  resolve: ResolvePlaceholder,
): { readonly value: UnnamedValue; readonly unresolved: readonly string[] } {
  const parts: string[] = [];
  const unresolved: string[] = [];
  let literal = "";
  let isComputed = false;
  let from = 0;
  const flush = (): void => {
    if (literal !== "") parts.push(quoted(literal));
    literal = "";
  };
  for (const { 0: placeholder, index } of placeholders) {
    literal += text.slice(from, index);
    from = index + placeholder.length;
    const expression = resolve(placeholder);
    if (expression === null) {
      unresolved.push(placeholder);
      literal += placeholder;
      continue;
    }
    isComputed = true;
    flush();
    parts.push(`string(${expression})`);
  }
  literal += text.slice(from);
  flush();
  if (!isComputed) return { value: { value: text }, unresolved };
  return { value: { expression: parts.join(" + ") }, unresolved };
}

/** The value with a name, as a node takes it. */
export function named(name: string, value: UnnamedValue): ParamValue {
  return { name, ...value };
}

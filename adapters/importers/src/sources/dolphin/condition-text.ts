import { quoted } from "../task/expression-text.ts";
import type { ResolvePlaceholder } from "../task/text-parts.ts";

const TOKEN =
  /\s*(\|\||&&|===?|!==?|<=|>=|[<>!()]|-?\d+(?:\.\d+)?|"[^"]*"|'[^']*'|\$\{[\w.]+\}|true\b|false\b)/y;
const COMPARISONS: Readonly<Record<string, string>> = {
  "==": "==",
  "===": "==",
  "!=": "!=",
  "!==": "!=",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};
const DEEPEST = 16;

/** A value of a condition, and what it is compared as. */
interface Operand {
  readonly text: string;
  readonly kind: "number" | "text" | "boolean" | "given";
}

/** The condition of a branch as an expression; `null` for one that does more than compare values. */
export function conditionText(condition: string, resolve: ResolvePlaceholder): string | null {
  const tokens = tokensOf(condition);
  return tokens === null ? null : new ConditionReader(tokens, resolve).read();
}

function tokensOf(condition: string): readonly string[] | null {
  const text = condition.trim();
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found?.[1] === undefined) return null;
    tokens.push(found[1]);
    at += found[0].length;
  }
  return tokens;
}

class ConditionReader {
  readonly #tokens: readonly string[];
  readonly #resolve: ResolvePlaceholder;
  #at = 0;

  constructor(tokens: readonly string[], resolve: ResolvePlaceholder) {
    this.#tokens = tokens;
    this.#resolve = resolve;
  }

  read(): string | null {
    const text = this.#joined(0);
    return this.#at === this.#tokens.length ? text : null;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #joined(depth: number, operator: "||" | "&&" = "||"): string | null {
    const parts: string[] = [];
    do {
      const part = operator === "||" ? this.#joined(depth, "&&") : this.#truth(depth);
      if (part === null) return null;
      parts.push(part);
    } while (this.#takes(operator));
    return parts.join(` ${operator} `);
  }

  #truth(depth: number): string | null {
    if (depth > DEEPEST) return null;
    if (this.#takes("!")) {
      const inner = this.#truth(depth + 1);
      return inner === null ? null : `!(${inner})`;
    }
    if (this.#takes("(")) {
      const inner = this.#joined(depth + 1);
      return inner !== null && this.#takes(")") ? `(${inner})` : null;
    }
    return this.#comparison();
  }

  #comparison(): string | null {
    const left = this.#operand();
    if (left === null) return null;
    const operator = COMPARISONS[this.#tokens[this.#at] ?? ""];
    if (operator === undefined) return truthOf(left);
    this.#at += 1;
    const right = this.#operand();
    return right === null ? null : compare(left, operator, right);
  }

  #operand(): Operand | null {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === undefined) return null;
    if (token === "true" || token === "false") return { text: token, kind: "boolean" };
    if (/^-?\d/.test(token)) return { text: token, kind: "number" };
    const inner = /^["']/.test(token) ? token.slice(1, -1) : token;
    if (!inner.startsWith("${")) return inner === token ? null : { text: quoted(inner), kind: "text" };
    if (!/^\$\{[\w.]+\}$/.test(inner)) return null;
    const text = this.#resolve(inner);
    return text === null ? null : { text: `(${text})`, kind: "given" };
  }
}

/** Values are given as texts. */
function truthOf({ text, kind }: Operand): string | null {
  if (kind === "boolean") return text;
  return kind === "given" ? `${text} == 'true'` : null;
}

function compare(left: Operand, operator: string, right: Operand): string | null {
  const kinds = [left.kind, right.kind];
  const isOrder = operator.startsWith("<") || operator.startsWith(">");
  if (kinds.includes("number") || (isOrder && !kinds.includes("text"))) {
    if (kinds.includes("text") || kinds.includes("boolean")) return null;
    return [left, right].map((one) => asNumber(one)).join(` ${operator} `);
  }
  if (isOrder) return null;
  return [left, right].map((one) => asText(one)).join(` ${operator} `);
}

function asNumber({ text, kind }: Operand): string {
  return kind === "number" ? text : `number(${text})`;
}

function asText({ text, kind }: Operand): string {
  return kind === "boolean" ? `'${text}'` : text;
}

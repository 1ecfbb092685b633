import type { JsonPrimitive } from "../base/json.ts";
import {
  BINARY_OPERATORS,
  type BinaryOperator,
  type Expression,
  FUNCTION_NAMES,
  type FunctionName,
  HANDLES,
  type HandleName,
  MOST_CHARACTERS,
  MOST_DEPTH,
  MOST_PARTS,
  type PathStep,
} from "./expression.ts";
import { ExpressionError, ExpressionErrorCode } from "./expression-error.ts";
import { Scanner } from "./scanner.ts";

const COMPARING = 3;
const WORDS: Readonly<Record<string, JsonPrimitive>> = { true: true, false: false, null: null };
const BRACKETS: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/**
 * Parses an expression.
 * @throws ExpressionError `syntax` with the place and what is expected there; `too_complex` beyond the bounds of `expression.ts`
 * @example
 * ```ts
 * parseExpression("{$.JOB['concat'].OUTPUT} == '4'"); // { type: "binary", operator: "==", left: { type: "path", … }, … }
 * ```
 */
export function parseExpression(text: string): Expression {
  if (text.length > MOST_CHARACTERS)
    throw new ExpressionError(
      ExpressionErrorCode.TooComplex,
      MOST_CHARACTERS,
      `more than ${MOST_CHARACTERS} characters`,
    );
  return new Parser(text).parse();
}

class Parser {
  readonly #scanner: Scanner;
  #parts = 0;
  #depth = 0;

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  parse(): Expression {
    const expression = this.#choice();
    if (!this.#scanner.isAtEnd) throw this.#scanner.unexpected("an operator or the end expected");
    return expression;
  }

  /** Parses the operator that binds most weakly: `a ? b : c`, of which both may be choices again. */
  #choice(): Expression {
    const condition = this.#binary(0);
    const { at } = this.#scanner;
    if (!this.#scanner.takes("?")) return condition;
    const whereTrue = this.#nested(() => this.#choice());
    this.#scanner.expect(":");
    const whereFalse = this.#nested(() => this.#choice());
    return this.#part({ type: "choice", condition, whereTrue, whereFalse, at });
  }

  /** An expression of operators that bind as those of a row, or stronger. */
  #binary(row: number): Expression {
    const operators = BINARY_OPERATORS[row];
    if (operators === undefined) return this.#extract();
    let left = this.#operand(row);
    for (;;) {
      const { at } = this.#scanner;
      const operator = this.#operator(operators);
      if (operator === null) return left;
      left = this.#part({ type: "binary", operator, left, right: this.#operand(row), at });
      // `a == b == c` would compare a truth with c.
      if (row === COMPARING) return left;
    }
  }

  #operand(row: number): Expression {
    return row === COMPARING - 1 ? this.#not() : this.#binary(row + 1);
  }

  #operator(operators: readonly BinaryOperator[]): BinaryOperator | null {
    return (
      operators.find((one) => (one === "in" ? this.#scanner.takesWord(one) : this.#scanner.takes(one))) ??
      null
    );
  }

  #not(): Expression {
    const { at } = this.#scanner;
    if (this.#scanner.sees("!#") || !this.#scanner.takes("!")) return this.#binary(COMPARING);
    return this.#part({ type: "not", operand: this.#nested(() => this.#not()), at });
  }

  #extract(): Expression {
    const source = this.#primary();
    const { at } = this.#scanner;
    if (!this.#scanner.takes(":REGEX:")) return source;
    const pattern = this.#scanner.seesQuote ? this.#scanner.verbatim() : this.#scanner.until(null);
    if (pattern === "") throw this.#scanner.unexpected("a pattern expected");
    return this.#part({ type: "extract", source, pattern, at });
  }

  #primary(): Expression {
    const scanner = this.#scanner;
    const { at } = scanner;
    for (const [opening, closing] of Object.entries(BRACKETS)) {
      if (!scanner.takes(opening)) continue;
      const inner = this.#nested(() => this.#choice());
      scanner.expect(closing);
      return inner;
    }
    if (scanner.takes("$")) return this.#path(at);
    if (scanner.takes("[")) {
      const items = this.#nested(() => this.#listUntil("]"));
      return this.#part({ type: "list", items, at });
    }
    if (scanner.seesQuote) return this.#part({ type: "literal", value: scanner.quoted(), at });
    const number = scanner.number();
    if (number !== null) return this.#part({ type: "literal", value: number, at });
    const name = scanner.name();
    if (name === null) throw scanner.unexpected("a value expected");
    if (scanner.takes("(")) return this.#call(name, at);
    if (Object.hasOwn(WORDS, name))
      return this.#part({ type: "literal", value: WORDS[name] as JsonPrimitive, at });
    throw new ExpressionError(ExpressionErrorCode.Syntax, at, `"${name}" is no value: text needs quotes`);
  }

  #call(name: string, at: number): Expression {
    const scanner = this.#scanner;
    if (isHandle(name)) {
      const path = scanner.seesQuote ? scanner.quoted() : scanner.until(")");
      if (path === "") throw scanner.unexpected("a path expected");
      scanner.expect(")");
      return this.#part({ type: "handle", name, path, at });
    }
    if (!isFunction(name))
      throw new ExpressionError(ExpressionErrorCode.Syntax, at, `there is no function "${name}"`);
    const args = this.#nested(() => this.#listUntil(")"));
    return this.#part({ type: "call", name, args, at });
  }

  #listUntil(closing: string): Expression[] {
    const items: Expression[] = [];
    if (this.#scanner.takes(closing)) return items;
    do items.push(this.#choice());
    while (this.#scanner.takes(","));
    this.#scanner.expect(closing);
    return items;
  }

  #path(at: number): Expression {
    const scanner = this.#scanner;
    scanner.expect(".");
    const root = scanner.name();
    if (root === null) throw scanner.unexpected("a name expected");
    const steps: PathStep[] = [];
    for (let step = this.#step(); step !== null; step = this.#step()) steps.push(step);
    return this.#part({ type: "path", root, steps, at });
  }

  #step(): PathStep | null {
    const scanner = this.#scanner;
    if (scanner.takes(".")) {
      const name = scanner.name();
      if (name === null) throw scanner.unexpected("a name expected");
      return this.#counted({ type: "name", name });
    }
    if (!scanner.takes("[")) return null;
    const step = this.#inBrackets();
    scanner.expect("]");
    return this.#counted(step);
  }

  #inBrackets(): PathStep {
    const scanner = this.#scanner;
    if (scanner.takes("*")) return { type: "all" };
    if (scanner.seesQuote) return { type: "name", name: scanner.quoted() };
    const index = scanner.index();
    if (index === null) throw scanner.unexpected("a name in quotes, a number or * expected");
    return { type: "index", index };
  }

  #part<Part extends Expression>(part: Part): Part {
    return this.#counted(part);
  }

  #counted<Counted>(one: Counted): Counted {
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) throw this.#tooComplex(`more than ${MOST_PARTS} parts`);
    return one;
  }

  #nested<Parsed>(parse: () => Parsed): Parsed {
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw this.#tooComplex(`nested deeper than ${MOST_DEPTH}`);
    const parsed = parse();
    this.#depth -= 1;
    return parsed;
  }

  #tooComplex(message: string): ExpressionError {
    return new ExpressionError(ExpressionErrorCode.TooComplex, this.#scanner.at, message);
  }
}

function isHandle(name: string): name is HandleName {
  return Object.hasOwn(HANDLES, name);
}

function isFunction(name: string): name is FunctionName {
  return (FUNCTION_NAMES as readonly string[]).includes(name);
}

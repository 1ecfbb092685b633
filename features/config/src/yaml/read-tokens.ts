import { issueAt } from "@mojob/core/engine";
import { CST, Lexer, Parser } from "yaml";
import { YamlMistake } from "./yaml-mistake.ts";

/** Marks and words of a text; a text of 1 MiB that people wrote has about 350,000. */
const MOST_LEXEMES = 500_000;
/** How deep collections are nested, with those that are begun. */
const MOST_DEPTH = 64;
const IN_A_STRETCH = 200;

/** Each part of YAML that is not read, by the lexeme that begins it, with what to write instead. */
const NOT_READ: ReadonlySet<CST.TokenType | null> = new Set(["anchor", "alias", "tag", "directive-line"]);

/**
 * The one document of a text as the tokens that its values are made of.
 * @throws YamlMistake
 */
export function* readTokens(text: string): Generator<void, CST.Document> {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let offset = 0;
  let count = 0;
  let isScalar = false;
  for (const lexeme of new Lexer().lex(text)) {
    // The text of a scalar follows a mark of its own, and may begin with anything.
    if (!isScalar && NOT_READ.has(CST.tokenType(lexeme)))
      throw new YamlMistake(issueAt("", "yaml_not_read", { found: lexeme.slice(0, 40) }), offset);
    isScalar = lexeme === CST.SCALAR;
    if (!isMark(lexeme)) offset += lexeme.length;
    tokens.push(...parser.next(lexeme));
    count += 1;
    if (count > MOST_LEXEMES)
      throw new YamlMistake(issueAt("", "json_too_large", { max: MOST_LEXEMES }), offset);
    if (parser.stack.length > MOST_DEPTH)
      throw new YamlMistake(issueAt("", "json_too_deep", { max: MOST_DEPTH }), offset);
    if (count % IN_A_STRETCH === 0) yield;
  }
  tokens.push(...parser.end());
  return onlyDocument(tokens);
}

/** Lexemes that stand for no text. */
function isMark(lexeme: string): boolean {
  return lexeme === CST.SCALAR || lexeme === CST.DOCUMENT || lexeme === CST.FLOW_END;
}

function onlyDocument(tokens: readonly CST.Token[]): CST.Document {
  const mistake = tokens.find((token) => token.type === "error");
  if (mistake !== undefined)
    throw new YamlMistake(issueAt("", "yaml_unreadable", { text: mistake.message }), mistake.offset);
  const documents = tokens.filter((token) => token.type === "document");
  const [first, second] = documents;
  if (second !== undefined) throw new YamlMistake(issueAt("", "yaml_one_document"), second.offset);
  return first ?? { type: "document", offset: 0, start: [] };
}

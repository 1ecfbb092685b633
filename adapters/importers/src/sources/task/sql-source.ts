import type { JobWork } from "@mojob/core/ports";
import { SQL_KIND } from "@mojob/sql-runner/work";
import type { PlacedPlaceholder } from "./text-parts.ts";

/** A statement whose values stand apart from it. */
export interface SqlSource {
  readonly statement: string;
  /** The names of the parameters for its places, in their order. */
  readonly names: readonly string[];
  /** Placeholders that stand for no value of a statement: they are within a longer text of it, or unknown. */
  readonly left: readonly string[];
}

export interface SqlPlaces {
  /** In the order in which they stand. */
  readonly placeholders: Iterable<PlacedPlaceholder>;
  /** The name of the parameter that a placeholder becomes; `null` for one that stays as it is. */
  readonly nameOf: (placeholder: string) => string | null;
  /** Whether places have numbers, as PostgreSQL's have. */
  readonly isNumbered: boolean;
}

/** Puts places where the text of a value was put in: `'${day}'` and `${day}` become `?`, with the value of `day` bound to it. */
export function sqlSource(sql: string, { placeholders, nameOf, isNumbered }: SqlPlaces): SqlSource {
  const names: string[] = [];
  const left: string[] = [];
  const quotes = quotedParts(sql);
  let next = 0;
  let statement = "";
  let from = 0;
  for (const { 0: found, index } of placeholders) {
    const end = index + found.length;
    while ((quotes[next]?.end ?? Infinity) < end) next += 1;
    const quote = quotes[next];
    const isIn = quote !== undefined && quote.begin < index;
    const isWhole = isIn && quote.begin === index - 1 && quote.end === end;
    const name = isIn && !isWhole ? null : nameOf(found);
    if (name === null) {
      left.push(found);
      continue;
    }
    names.push(name);
    statement += sql.slice(from, isWhole ? index - 1 : index) + (isNumbered ? `$${names.length}` : "?");
    from = isWhole ? end + 1 : end;
  }
  return { statement: withoutEnd(statement + sql.slice(from)), names, left };
}

/** Whether a text has a semicolon before its end that stands in no text of it: it is more than one statement. */
export function hasSeveral(sql: string): boolean {
  const text = withoutEnd(sql);
  const quotes = quotedParts(text);
  let next = 0;
  for (let at = text.indexOf(";"); at >= 0; at = text.indexOf(";", at + 1)) {
    while ((quotes[next]?.end ?? Infinity) < at) next += 1;
    if ((quotes[next]?.begin ?? Infinity) > at) return true;
  }
  return false;
}

/** The work of a statement. */
export function sqlWork(connection: string, { statement, names }: SqlSource): JobWork {
  const values = names.map((name) => ({ arg: `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` }));
  return { kind: SQL_KIND, connection, statement, ...(values.length > 0 && { values }) };
}

/** The name of a connection here. */
export function connectionName(name: string): string {
  return name.replaceAll(/[\s/=\p{Cc}]/gu, "-").slice(0, 100);
}

function withoutEnd(sql: string): string {
  const text = sql.trim();
  return text.endsWith(";") ? text.slice(0, -1).trimEnd() : text;
}

interface Quoted {
  /** The places of its quotes. */
  readonly begin: number;
  readonly end: number;
}

/** The texts in quotes. A doubled quote within one is read as the end of a text and the beginning of the next. */
function quotedParts(sql: string): readonly Quoted[] {
  const parts: Quoted[] = [];
  for (let at = 0; at < sql.length; at += 1) {
    const quote = sql.charAt(at);
    if (quote !== "'" && quote !== '"') continue;
    const end = sql.indexOf(quote, at + 1);
    if (end < 0) return parts;
    parts.push({ begin: at, end });
    at = end;
  }
  return parts;
}

import { fillSecrets, type HttpWork, type RunSecrets } from "@mojob/core/ports";
import { parseJson } from "./condition.ts";

/** A request with its secrets, and the headers that contain one. */
export interface FilledRequest {
  readonly work: HttpWork;
  readonly privateHeaders: readonly string[];
}

/**
 * Puts secrets into headers and body, never into what a caller gave: the arguments of a run are sent as they are. In a body
 * that is JSON a value stays within its text whatever characters it has.
 */
export function withSecrets(work: HttpWork, secrets: RunSecrets | undefined): FilledRequest {
  if (secrets === undefined) return { work, privateHeaders: [] };
  const { values } = secrets;
  const headers = Object.entries(work.headers).map(
    ([name, value]) => [name, fillSecrets(value, values)] as const,
  );
  const changed = headers.filter(([name, value]) => value !== work.headers[name]);
  return {
    work: { ...work, headers: Object.fromEntries(headers), body: filledBody(work.body, values) },
    privateHeaders: changed.map(([name]) => name.toLowerCase()),
  };
}

function filledBody(body: string | null, values: ReadonlyMap<string, string>): string | null {
  if (body === null) return null;
  if (parseJson(body) === undefined) return fillSecrets(body, values);
  const escaped = [...values].map(([name, value]) => [name, JSON.stringify(value).slice(1, -1)] as const);
  return fillSecrets(body, new Map(escaped));
}

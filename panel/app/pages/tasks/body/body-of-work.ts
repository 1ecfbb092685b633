const WORK = /^\s*\{\s*"kind":\s*"task",\s*"body":([^]*)\}\s*$/;

/** The body in the text of a workflow's work, as it was typed, mistakes and all; `null` where the work has more to it. */
export function bodyOfWork(text: string): string | null {
  return WORK.exec(text)?.[1]?.trim() ?? null;
}

/** The work with this body. */
export function workOfBody(body: string): string {
  return `{"kind":"task","body":${body}}`;
}

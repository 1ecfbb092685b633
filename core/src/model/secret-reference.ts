import { type JobWork, WorkKind } from "./job-work.ts";
import { runParts } from "./phased-work.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** `{{secrets.NAME}}`, spaces allowed beside the name. */
const REFERENCE = /\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Whether a text can name a secret: what an environment variable's name can contain. */
export function isSecretKey(text: string): boolean {
  return NAME.test(text);
}

/** The secrets that a job's work names, each once: a program's list, and what stands in a request's headers and body. */
export function secretsOf(work: JobWork): readonly string[] {
  return [...new Set(runParts(work).flatMap(secretsOfPart))];
}

function secretsOfPart(work: JobWork): readonly string[] {
  if (work.kind === WorkKind.Script || work.kind === WorkKind.Command) return work.secrets ?? [];
  if (work.kind !== WorkKind.Http) return [];
  return [...Object.values(work.headers), work.body ?? ""].flatMap(referencesIn);
}

/** Whether work may have secrets in its arguments: programs have those in their environment, which others can see. */
export function takesSecretArgs(work: JobWork): boolean {
  return !runParts(work).some(
    ({ kind }) => kind === WorkKind.Script || kind === WorkKind.Command || kind === WorkKind.Task,
  );
}

/** Whether a text refers to a secret. */
export function refersToSecrets(text: string): boolean {
  return referencesIn(text).length > 0;
}

/** Puts values in the place of references; one without a value stays. */
export function fillSecrets(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, name: string) => values.get(name) ?? whole);
}

function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
/** `{{secrets.NAME}}`, spaces allowed beside the name. */
const REFERENCE = /\{\{\s*secrets\.([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Whether a text can name a secret: what an environment variable's name can contain. */
export function isSecretKey(text: string): boolean {
  return NAME.test(text);
}

/** Whether a text refers to a secret. */
export function refersToSecrets(text: string): boolean {
  return secretsIn(text).length > 0;
}

/** Puts values in the place of references; one without a value stays. */
export function fillSecrets(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (whole, name: string) => values.get(name) ?? whole);
}

/** The secrets that a text refers to. */
export function secretsIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);
}

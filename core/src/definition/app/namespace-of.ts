/** Before the first separator of a key, where it can be the name of an app. */
const NAMESPACE = /^([A-Za-z0-9][A-Za-z0-9_-]{0,62})[.:/]/;

/** The app whose name a key begins with, such as `billing` of `billing.close`; `null` where there can be none. */
export function namespaceOf(key: string): string | null {
  return NAMESPACE.exec(key)?.[1] ?? null;
}

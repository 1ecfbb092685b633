/* oxlint-disable no-console -- What nobody asked to hear must still be seen; an application passes its own reporters. */

export function reportError(error: unknown): void {
  console.error("[mojob]", error);
}

export function reportWarning(warning: string): void {
  console.warn(`[mojob] ${warning}`);
}

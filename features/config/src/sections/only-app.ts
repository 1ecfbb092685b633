/** The app of what names one alone; `null` where it is about others, too. */
export function onlyApp({ apps }: { readonly apps: readonly string[] | null }): string | null {
  return apps?.length === 1 ? (apps[0] ?? null) : null;
}

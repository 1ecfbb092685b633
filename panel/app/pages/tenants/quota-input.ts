import type { QuotaName, Tenant } from "./tenant.ts";

export type QuotaTexts = Readonly<Record<QuotaName, string>>;

/** The quotas that somebody has set, as texts of fields. */
export function quotaTexts(
  { stated }: Pick<Tenant, "stated">,
  names: readonly QuotaName[],
  none: string,
): QuotaTexts {
  const textOf = (name: QuotaName): string => {
    const quota = stated[name];
    return quota === undefined ? "" : quota === null ? none : String(quota);
  };
  return Object.fromEntries(names.map((name) => [name, textOf(name)])) as Record<QuotaName, string>;
}

/** The quota that a text states; `undefined` where it states none. */
export function quotaOf(text: string, none: string): number | null | "default" | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return "default";
  if (trimmed === none || trimmed === "∞") return null;
  const plain = trimmed.replaceAll(/[,\s]/g, "");
  return /^\d{1,15}$/.test(plain) ? Number(plain) : undefined;
}

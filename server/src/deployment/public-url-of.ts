import type { Configuration } from "../configuration/configuration.ts";

/** Where others reach the API of a tenant: where there are several, each one's is below its name. */
export function publicUrlOf({
  publicUrl,
  tenants,
}: Pick<Configuration, "publicUrl" | "tenants">): ((tenant: string) => string) | null {
  if (publicUrl === null) return null;
  return (tenant) => (tenants.length > 1 ? `${publicUrl}/tenants/${tenant}` : publicUrl);
}

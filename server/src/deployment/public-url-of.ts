import type { Configuration } from "../configuration/configuration.ts";
import { TENANTS_FOLDER } from "./tenant-apps.ts";

/** Where others reach the API of a tenant: below its name, but for one that is the only one of the configuration. */
export function publicUrlOf({
  publicUrl,
  tenants,
}: Pick<Configuration, "publicUrl" | "tenants">): ((tenant: string) => string) | null {
  if (publicUrl === null) return null;
  const [only] = tenants.length === 1 ? tenants : [];
  return (tenant) => (tenant === only ? publicUrl : `${publicUrl}/${TENANTS_FOLDER}/${tenant}`);
}

/** The pages of tenants, which are loaded together. */
export { TenantPage } from "./tenant-page.tsx";
export { TenantsPage } from "./tenants-page.tsx";

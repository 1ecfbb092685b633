import type { ListedTenant, TenantView } from "@mojob/core/engine";
import { etagOf } from "../../request/preconditions.ts";
import { jsonResponse } from "../../route/route.ts";
import { toWire } from "../../schema/wire.ts";
import type { ListedTenantJson } from "./schema.ts";

/** The folder below the first tenant's address in which the others are. */
const TENANTS_FOLDER = "tenants";

/** The response that shows a tenant. */
export function tenantResponse(view: TenantView, status: 200 | 201 = 200): Response {
  return jsonResponse(view, status, { ETag: etagOf(view.revision) });
}

export function listedJson({ view, isFirst, ...listed }: ListedTenant): ListedTenantJson {
  const path = isFirst ? "" : `/${TENANTS_FOLDER}/${listed.tenant}`;
  return { ...listed, path, view: toWire(view) };
}

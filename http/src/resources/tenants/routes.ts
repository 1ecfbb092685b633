import { MoJobErrorCode, Permission } from "@mojob/core";
import { invalidInput, issueAt, type NewTenant, type TenantSettingsChange } from "@mojob/core/engine";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import { revisionsOf } from "../../request/preconditions.ts";
import { API_BASE } from "../../route/api-context.ts";
import {
  defineRoute,
  jsonResponse,
  type Route,
  RouteHeader,
  type RouteResponse,
  RouteTag,
} from "../../route/route.ts";
import { queryText } from "../../schema/query-fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import type { TenantsOptions } from "./tenants-options.ts";
import { listedJson, tenantResponse } from "./json.ts";
import {
  NEW_TENANT,
  TENANT_CHANGE,
  TENANT_PATH,
  tenantSchema,
  type TenantsJson,
  tenantsSchema,
} from "./schema.ts";

const RESPONSE: RouteResponse = {
  description: "The tenant",
  schema: tenantSchema,
  headers: { ETag: "Its revision, for If-Match" },
};
const OF_THE_FIRST =
  "Of the whole deployment: only the API of its first tenant has it, at the root; elsewhere nothing is found.";

/** The settings of the tenant, and the tenants of the deployment. */
export function createTenantRoutes(tenants: TenantsOptions | undefined): readonly Route[] {
  const main = tenants?.isFirst === true ? tenants : undefined;
  return [
    getRoute(),
    changeRoute(),
    listRoute(tenants),
    addRoute(main),
    changeOtherRoute(main),
    removeRoute(main),
  ];
}

function getRoute(): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/tenant`,
    uses: ["settings.get"],
    operationId: "getTenant",
    tag: RouteTag.Tenants,
    summary: "Show the settings of the tenant, and what it uses of its quotas",
    description: "Apps that the caller may not see are left out.",
    responses: { 200: RESPONSE },
    handle: async ({ scheduler }) => tenantResponse(await scheduler.settings.get()),
  });
}

function changeRoute(): Route {
  return defineRoute({
    method: "PATCH",
    pattern: `${API_BASE}/tenant`,
    uses: ["settings.change"],
    operationId: "updateTenant",
    tag: RouteTag.Tenants,
    summary: "Change the settings of the tenant",
    description:
      "Every process obeys within a second. What is left out stays. A quota above that of the configuration needs `deployment:edit`, and so does history that is kept for another time than usual.",
    body: TENANT_CHANGE,
    bodyExample: { displayName: "Acme", quotas: { maxRunsPerMinute: 600 } },
    headers: [RouteHeader.IfMatch],
    responses: { 200: RESPONSE },
    problems: [
      MoJobErrorCode.InvalidArgument,
      MoJobErrorCode.StaleRevision,
      HttpProblemCode.PreconditionRequired,
    ],
    handle: async ({ body, ifMatch, scheduler }) =>
      tenantResponse(await scheduler.settings.change(body as TenantSettingsChange, revisionsOf(ifMatch))),
  });
}

function listRoute(tenants: TenantsOptions | undefined): Route {
  return defineRoute({
    method: "GET",
    pattern: `${API_BASE}/tenants`,
    uses: [],
    operationId: "listTenants",
    tag: RouteTag.Tenants,
    summary: "List the tenants that the caller may see",
    description: "All of them for callers with `deployment:edit`, with what they use.",
    responses: { 200: { description: "The tenants", schema: tenantsSchema } },
    async handle({ scheduler: { tenant: own }, principal }) {
      const alone = {
        tenant: own,
        displayName: null,
        disabled: false,
        isFirst: true,
        isFixed: true,
        view: null,
      };
      const listed = (await tenants?.directory.list(principal, own)) ?? [alone];
      const canAdd = tenants?.isFirst === true && listed.some(({ view }) => view !== null);
      return jsonResponse({ items: listed.map(listedJson), own, canAdd } satisfies TenantsJson);
    },
  });
}

function addRoute(main: TenantsOptions | undefined): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/tenants`,
    uses: [Permission.EditDeployment],
    operationId: "addTenant",
    tag: RouteTag.Tenants,
    summary: "Serve one more tenant",
    description: `Every process of the deployment serves it within a second, also after a restart. ${OF_THE_FIRST}`,
    body: NEW_TENANT,
    bodyExample: { tenant: "initech", displayName: "Initech", quotas: { maxJobs: 100 } },
    responses: { 201: RESPONSE },
    problems: [MoJobErrorCode.InvalidArgument, HttpProblemCode.NotFound],
    handle: async ({ body, principal }) =>
      tenantResponse(await directoryOf(main).add(principal, body as unknown as NewTenant), 201),
  });
}

function changeOtherRoute(main: TenantsOptions | undefined): Route {
  return defineRoute({
    method: "PATCH",
    pattern: `${API_BASE}/tenants/:tenant`,
    uses: [Permission.EditDeployment],
    operationId: "updateTenantOf",
    tag: RouteTag.Tenants,
    summary: "Change the settings of a tenant of the deployment",
    description: `As a change of the own tenant. ${OF_THE_FIRST}`,
    path: TENANT_PATH,
    body: TENANT_CHANGE,
    bodyExample: { disabled: true },
    headers: [RouteHeader.IfMatch],
    responses: { 200: RESPONSE },
    problems: [
      MoJobErrorCode.InvalidArgument,
      MoJobErrorCode.StaleRevision,
      HttpProblemCode.PreconditionRequired,
      HttpProblemCode.NotFound,
    ],
    async handle({ path: { tenant }, body, ifMatch, principal }) {
      const change = body as TenantSettingsChange;
      const view = await directoryOf(main).change(principal, tenant, change, revisionsOf(ifMatch));
      if (view === null) throw notFound(tenant);
      return tenantResponse(view);
    },
  });
}

function removeRoute(main: TenantsOptions | undefined): Route {
  return defineRoute({
    method: "DELETE",
    pattern: `${API_BASE}/tenants/:tenant`,
    uses: [Permission.EditDeployment],
    operationId: "removeTenant",
    tag: RouteTag.Tenants,
    summary: "Stop serving a tenant",
    description: `Its runs finish within the grace of their workers. What is stored of it stays, and is taken up where it is added again. ${OF_THE_FIRST}`,
    path: TENANT_PATH,
    query: strictObject({ confirm: queryText(63, "The name of the tenant once more") }),
    responses: {
      200: {
        description: "It is served no more",
        schema: v.object({
          tenant: v.string(),
          dataKept: v.pipe(v.literal(true), v.description("What is stored of it stays")),
        }),
      },
    },
    problems: [MoJobErrorCode.InvalidArgument, HttpProblemCode.NotFound],
    async handle({ path: { tenant }, query: { confirm }, principal }) {
      const directory = directoryOf(main);
      if (confirm !== tenant)
        throw invalidInput(`remove tenant "${tenant}"`, [issueAt("/confirm", "not_repeated")]);
      if (!(await directory.remove(principal, tenant))) throw notFound(tenant);
      return jsonResponse({ tenant, dataKept: true });
    },
  });
}

function directoryOf(main: TenantsOptions | undefined): TenantsOptions["directory"] {
  if (main !== undefined) return main.directory;
  throw httpProblem(
    HttpProblemCode.NotFound,
    "Tenants of the deployment are kept through the API of its first tenant",
  );
}

function notFound(tenant: string): Error {
  return httpProblem(HttpProblemCode.NotFound, `Cannot find tenant "${tenant}": it is not served`);
}

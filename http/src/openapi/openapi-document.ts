import { Hono } from "hono";
import { describeRoute, generateSpecs } from "hono-openapi";
import type { Route } from "../route/route.ts";
import { COMPONENT_SCHEMAS } from "./components.ts";
import { describeOperation, schemasOf } from "./describe-operation.ts";
import { componentSchemasOf, jsonSchemasOf } from "./json-schema.ts";

/** The parts of an OpenAPI 3.1 document that are read here; it holds all of them. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, OpenApiMedia>>;
  };
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, OpenApiMedia>> }
    >
  >;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: object;
}

export interface OpenApiMedia {
  readonly schema: object;
  readonly example?: unknown;
}

/** Grows with every addition; a change that would break a client makes a new base path instead. */
const API_VERSION = "1.0.0";

const DESCRIPTION = `Shows and steers the jobs of a MoJobScheduler.

Bodies are JSON; unknown fields and query parameters are refused. Times are ISO 8601 in UTC with milliseconds, durations are
numbers ending in \`Ms\`. Job keys and instance ids are percent-encoded in paths: \`ledger/close\` is \`/jobs/ledger%2Fclose\`.
Failures are \`application/problem+json\` (RFC 9457) with a stable \`code\`. Everything is additive within v1.`;

const TAGS = [
  { name: "Jobs", description: "What can run: definitions and their options" },
  { name: "Instances", description: "What ran, runs and is about to run" },
  { name: "Workers", description: "Processes that run jobs" },
  { name: "Tenants", description: "The settings of the tenant, and the tenants of the deployment" },
  { name: "Secrets", description: "Texts that jobs need: they are written and never read" },
  { name: "Executors", description: "The protocol of workers in any language" },
  { name: "People", description: "Who may do what: people, their roles, tokens, sessions and sign-in" },
  { name: "History", description: "What people and programs did, and acts on many at once" },
  { name: "Alarms", description: "What went wrong and is not over, and the rules by which that is noticed" },
  { name: "Config", description: "What people have configured, as one YAML document" },
  { name: "Backfills", description: "Runs for fires that were missed or never planned" },
  { name: "Windows", description: "Times in which jobs do not fire, or nothing of them begins" },
  { name: "Forecast", description: "What will fire, how much of it runs at once, and what to do about it" },
  { name: "Calendars", description: "Working days and holidays, by which schedules fire" },
  { name: "Views", description: "Filters of lists under names: one's own, and those of the team" },
  { name: "Reports", description: "What became of runs over time" },
  { name: "Exports", description: "Files with what ran, and such files that were imported" },
  { name: "System", description: "The scheduler as a whole, live events, health and metrics" },
  { name: "Pages", description: "For people" },
];

/** The API's description, made of its routes and the schemas that check their requests. */
export async function createOpenApiDocument(
  routes: readonly Route[],
  basePath: string,
): Promise<OpenApiDocument> {
  // Described apart from the app that serves them: the document costs nothing until it is asked for.
  const described = new Hono();
  const jsonSchemaOf = jsonSchemasOf(routes.flatMap(schemasOf), COMPONENT_SCHEMAS);
  for (const route of routes) {
    described.on(route.method, route.pattern, describeRoute(describeOperation(route, jsonSchemaOf)));
  }
  const document = await generateSpecs(described, {
    excludeStaticFile: false,
    defaultValidationErrorResponse: false,
    documentation: {
      info: { title: "MoJobScheduler management API", version: API_VERSION, description: DESCRIPTION },
      servers: [{ url: basePath === "" ? "/" : basePath }],
      tags: TAGS.filter(({ name }) => routes.some(({ tag }) => tag === name)),
      security: [{ bearer: [] }],
      // The types want draft 4; the data is JSON Schema 2020-12, as OpenAPI 3.1 says.
      components: {
        schemas: componentSchemasOf(COMPONENT_SCHEMAS) as never,
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "The configured token; none is needed on loopback without one",
          },
        },
      },
    },
  });
  return document as unknown as OpenApiDocument;
}

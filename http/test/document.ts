import { Validator as JsonValidator } from "@cfworker/json-schema";
import { Validator } from "@seriousme/openapi-schema-validator";
import { FORMER_SECTIONS, PANEL_SECTIONS } from "@mojob/panel";
import { describe, expect, it } from "vitest";
import { OpenAccess } from "../src/auth/access.ts";
import { endpointsOf, openTestApi } from "./test-api.ts";

const isOfPanel = (path: string): boolean =>
  [...PANEL_SECTIONS, ...Object.keys(FORMER_SECTIONS)].some(
    (section) => path === `/${section}` || path.startsWith(`/${section}/`),
  );

export function describeDocument(): void {
  describe("the OpenAPI document", () => {
    it("is valid OpenAPI 3.1", async () => {
      const api = await openTestApi();
      const { body } = await api.call("getOpenApi");
      const result = await new Validator().validate(body);
      expect(result).toMatchObject({ valid: true });
      expect(body["openapi"]).toMatch(/^3\.1\./);
    });

    it("has every route of the app, each once and with all it needs", async () => {
      const { app, document } = await openTestApi();
      const endpoints = endpointsOf(document);
      const described = endpoints.map(({ method, path }) => `${method} ${path}`);
      const mounted = app.routes
        .filter(({ method, path }) => method !== "ALL" && !path.endsWith("/*") && !isOfPanel(path))
        .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
      expect(new Set(mounted)).toEqual(new Set(described));
      const ids = endpoints.map(({ operation }) => operation.operationId);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { operation } of endpoints) {
        expect(operation.summary, operation.operationId).not.toBe("");
        expect(operation.tags, operation.operationId).toHaveLength(1);
      }
    });

    it("has a schema for everything a route takes and returns", async () => {
      const { document } = await openTestApi();
      for (const { path, method, operation } of endpointsOf(document)) {
        const { operationId, parameters = [], requestBody, responses } = operation;
        const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
        expect(inPath, operationId).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
        expect(requestBody !== undefined, operationId).toBe(!["GET", "DELETE"].includes(method));
        // A file is the one body that is no JSON.
        const type = operationId === "importArchive" ? "application/gzip" : "application/json";
        if (requestBody) expect(requestBody.content[type]?.schema, operationId).toBeDefined();
        for (const { name, schema } of parameters) {
          expect(Object.keys(schema), `${operationId} ${name}`).not.toEqual([]);
        }
        for (const [status, { content = {} }] of Object.entries(responses)) {
          if (status === "204") continue;
          const [media, ...others] = Object.entries(content);
          expect(others, `${operationId} ${status}`).toEqual([]);
          expect(Object.keys(media?.[1].schema ?? {}), `${operationId} ${status}`).not.toEqual([]);
        }
      }
    });

    it("gives every body an example that its own schema accepts", async () => {
      const { document } = await openTestApi();
      const { components } = document;
      for (const { operation } of endpointsOf(document)) {
        const media = operation.requestBody?.content["application/json"];
        if (media?.example === undefined) continue;
        const result = new JsonValidator({ ...media.schema, components }, "2020-12").validate(media.example);
        expect(result.valid, `${operation.operationId}: ${JSON.stringify(result.errors)}`).toBe(true);
      }
    });

    it("names the access of every route, and needs the token wherever there is data", async () => {
      const { document } = await openTestApi();
      const open = endpointsOf(document)
        .filter(({ operation }) => operation.security !== undefined)
        .map(({ path }) => path);
      expect(open).toEqual([
        "/api/v1/pings/{token}",
        "/api/v1/callbacks/{id}/{token}",
        "/livez",
        "/readyz",
        "/api/v1/session/link",
        "/api/v1/sign-in",
        "/api/v1/sign-in",
        "/api/v1/welcome/look",
        "/api/v1/welcome",
        "/openapi.json",
        "/docs",
        "/docs/style.css",
        "/",
      ]);
      expect(Object.values(OpenAccess)).toHaveLength(4);
      const withPermission = endpointsOf(document).filter(({ operation }) => "x-permissions" in operation);
      const signedIn = [
        "listTenants",
        "getDebugMode",
        "getStandby",
        "getSession",
        "openSession",
        "endSession",
      ];
      // Of the caller's own, and of what is theirs.
      const ofCaller = endpointsOf(document).filter(({ path }) =>
        /^\/api\/v1\/(account|sessions|tokens)\b/.test(path),
      );
      expect(withPermission).toHaveLength(
        endpointsOf(document).length - open.length - signedIn.length - ofCaller.length,
      );
    });
  });
}

import { Permission } from "@mojob/core";
import * as v from "valibot";
import { HttpProblemCode } from "../../problem/problem-code.ts";
import { httpProblem } from "../../problem/problem.ts";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../../route/route.ts";
import { type ProtectionItem, PROTECTIONS, ProtectionState } from "./protection-item.ts";

/** Resolves to what protects the installation now. */
export type FindProtection = () => Promise<readonly ProtectionItem[]>;

const protectionSchema: Parser<{ readonly items: readonly ProtectionItem[] }> = wireObject({
  items: v.array(
    v.object({
      id: v.picklist(PROTECTIONS),
      state: v.pipe(
        v.picklist(Object.values(ProtectionState)),
        v.description("`open` is off and dangerous with what else is set"),
      ),
      setting: v.pipe(
        v.nullable(v.string()),
        v.description("The variable that switches it on; `null` where none does"),
      ),
    }),
  ),
});

/** Routes of the installation's protections, those that are off among them. */
export function createProtectionRoutes(protection: FindProtection | undefined): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/protection`,
      uses: [Permission.EditDeployment],
      operationId: "getProtection",
      tag: RouteTag.System,
      summary: "Show what protects the installation, and what is off",
      description:
        "Of the process that responds, without any value of its configuration. Nothing is found where the program around the API does not know.",
      responses: { 200: { description: "Every protection", schema: protectionSchema } },
      problems: [HttpProblemCode.NotFound],
      async handle() {
        if (protection === undefined)
          throw httpProblem(HttpProblemCode.NotFound, "This program does not know what protects it");
        return jsonResponse({ items: await protection() });
      },
    }),
  ];
}

import { expect, it } from "vitest";
import type { OpenApiOperation } from "../openapi/openapi-document.ts";
import { curlExample } from "./curl-example.ts";

const OPERATION: OpenApiOperation = {
  operationId: "runJob",
  tags: ["Jobs"],
  summary: "Run a job",
  requestBody: {
    required: false,
    content: { "application/json": { schema: {}, example: { name: "Ann's" } } },
  },
  responses: {},
};

it("a call keeps its quotes whatever the origin and the example hold", () => {
  const call = curlExample("http://a';date;'b", "/api/v1/jobs/{key}/instances", "POST", OPERATION);
  expect(call.split(" \\\n  ")).toEqual([
    String.raw`curl -X POST 'http://a'\'';date;'\''b/api/v1/jobs/ledger%2Fclose/instances'`,
    '-H "Authorization: Bearer $MOJOB_TOKEN"',
    "-H 'Content-Type: application/json'",
    String.raw`-d '{"name":"Ann'\''s"}'`,
  ]);
});

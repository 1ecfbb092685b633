import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { apiTypes } from "../../scripts/api-types.ts";
import { readApi } from "../../scripts/read-api.ts";
import { operationUrl } from "./operation-request.ts";

const ROOT = "https://example.com/tools/mojob/";

it("the types of the API are those of its document", async () => {
  const written = readFileSync(new URL("operations.generated.ts", import.meta.url), "utf8");
  expect(written, "run `npm run api --workspace client`").toBe(apiTypes(await readApi()));
});

describe("operationUrl()", () => {
  it("is below the root, with keys and filters encoded and what is not there left out", () => {
    const query = { state: ["Failed", "Skipped"] as const, search: "a&b", cursor: undefined };
    expect(operationUrl("listJobInstances", { path: { key: "a/b#c" }, query }, ROOT)).toBe(
      "https://example.com/tools/mojob/api/v1/jobs/a%2Fb%23c/instances?state=Failed%2CSkipped&search=a%26b",
    );
  });

  it("names each member of a filter by arguments", () => {
    const query = { args: { userId: "1007", day: "a b" }, limit: 5 };
    expect(operationUrl("listInstances", { query }, ROOT)).toMatch(
      /\?args\.userId=1007&args\.day=a\+b&limit=5$/,
    );
  });
});

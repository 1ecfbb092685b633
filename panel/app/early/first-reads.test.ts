import { operationUrl } from "@mojob/client/operations";
import { expect, it } from "vitest";
import { jobsQuery } from "../pages/jobs/list/jobs-search.ts";
import { FIRST_READS } from "./first-reads.ts";

it("what is read before the panel is loaded is what its pages read", () => {
  const root = "http://localhost/ops/";
  expect(FIRST_READS).toEqual(
    Object.fromEntries(
      Object.entries({
        overview: operationUrl("getOverview", {}, root),
        jobs: operationUrl("listJobs", { query: jobsQuery({}) }, root),
      }).map(([address, url]) => [address, [url.slice(root.length)]]),
    ),
  );
});

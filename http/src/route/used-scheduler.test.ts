import { expectTypeOf, it } from "vitest";
import type { MoJobScheduler } from "@mojob/core";
import type { UsedScheduler } from "./used-scheduler.ts";

it("UsedScheduler has what is used, and nothing else that can be called", () => {
  type Used = UsedScheduler<"workers" | "jobs.get" | "instances.cancel?" | "jobs:edit">;
  expectTypeOf<keyof Used["jobs"]>().toEqualTypeOf<"get">();
  expectTypeOf<keyof Used["instances"]>().toEqualTypeOf<"cancel">();
  expectTypeOf<keyof Used["secrets"]>().toEqualTypeOf<never>();
  expectTypeOf<Used["workers"]>().toEqualTypeOf<MoJobScheduler["workers"]>();
  expectTypeOf<Used>().not.toHaveProperty("overview");
  expectTypeOf<Used>().not.toHaveProperty("as");
  expectTypeOf<Used>().toHaveProperty("principal");
});

import { adapterTests } from "./adapter-tests.ts";
import { managementTests } from "./management-tests.ts";
import { DENO } from "./spawned-server.ts";

adapterTests(DENO);
managementTests(DENO);

import { adapterTests } from "./adapter-tests.ts";
import { DENO } from "./spawned-server.ts";

adapterTests(DENO);

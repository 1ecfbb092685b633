import { adapterTests } from "./adapter-tests.ts";
import { managementTests } from "./management-tests.ts";
import { BUN } from "./spawned-server.ts";

adapterTests(BUN);
managementTests(BUN);

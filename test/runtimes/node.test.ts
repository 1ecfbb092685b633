import { adapterTests } from "./adapter-tests.ts";
import { managementTests } from "./management-tests.ts";
import { NODE } from "./spawned-server.ts";

adapterTests(NODE);
managementTests(NODE);

import { adapterTests } from "./adapter-tests.ts";
import { NODE } from "./spawned-server.ts";

adapterTests(NODE);

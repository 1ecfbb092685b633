import { adapterTests } from "./adapter-tests.ts";
import { BUN } from "./spawned-server.ts";

adapterTests(BUN);
